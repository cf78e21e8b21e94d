import { ToolError } from 'taskwright';

/** An exact whole number of any size, or a float: Python's two kinds of number. */
export type Numeric = bigint | number;

/** Whole numbers beyond this many bits are refused, so that no expression runs away. */
const MAX_BITS = 1 << 20;

export function negate(value: Numeric): Numeric {
  return -value;
}

/** `+ - *`: exact on whole numbers, floating once a float takes part. */
export function combine(sign: '+' | '-' | '*', left: Numeric, right: Numeric): Numeric {
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    if (sign === '+') return left + right;
    if (sign === '-') return left - right;
    assertBits(bitsOf(left) + bitsOf(right));
    return left * right;
  }
  const a = toFloat(left);
  const b = toFloat(right);
  return sign === '+' ? a + b : sign === '-' ? a - b : a * b;
}

/** `/`: always a float, correctly rounded also for whole numbers that no float can hold. */
export function divide(left: Numeric, right: Numeric): number {
  assertDivisor(right);
  if (typeof left === 'bigint' && typeof right === 'bigint') return divideWhole(left, right);
  return toFloat(left) / toFloat(right);
}

/** `//`: rounded towards minus infinity. */
export function floorDivide(left: Numeric, right: Numeric): Numeric {
  assertDivisor(right);
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    const quotient = left / right;
    return left % right !== 0n && left < 0n !== right < 0n ? quotient - 1n : quotient;
  }
  return floorDivideFloats(toFloat(left), toFloat(right));
}

/** `**`: exact on whole numbers with an exponent from 0; a fractional power of a negative number is refused. */
export function power(base: Numeric, exponent: Numeric): Numeric {
  if (typeof base === 'bigint' && typeof exponent === 'bigint' && exponent >= 0n) {
    if (base === 0n || base === 1n) return exponent === 0n ? 1n : base;
    if (base === -1n) return exponent % 2n === 0n ? 1n : -1n;
    assertBits(exponent > BigInt(MAX_BITS) ? Number.POSITIVE_INFINITY : bitsOf(base) * Number(exponent));
    return base ** exponent;
  }
  return powerOfFloats(toFloat(base), toFloat(exponent));
}

/** @throws ToolError for a whole number beyond the range of floats */
export function toFloat(value: Numeric): number {
  const float = Number(value);
  if (typeof value === 'bigint' && !Number.isFinite(float)) throw new ToolError('the number is too large');
  return float;
}

function powerOfFloats(base: number, exponent: number): number {
  if (base === 0 && exponent < 0) throw new ToolError('zero cannot be raised to a negative power');
  if (base === 1 || (base === -1 && Math.abs(exponent) === Number.POSITIVE_INFINITY)) return 1;
  if (base < 0 && Number.isFinite(base) && Number.isFinite(exponent) && !Number.isInteger(exponent)) {
    throw new ToolError('a fractional power of a negative number is no real number');
  }
  const result = base ** exponent;
  if (!Number.isFinite(result) && Number.isFinite(base) && Number.isFinite(exponent)) {
    throw new ToolError('the number is too large');
  }
  return result;
}

/** Floor division as Python defines it: by the remainder first, which keeps it exact near whole quotients. */
function floorDivideFloats(left: number, right: number): number {
  const remainder = left % right;
  let quotient = (left - remainder) / right;
  if (remainder !== 0 && remainder < 0 !== right < 0) quotient -= 1;
  if (quotient === 0) return left / right < 0 ? -0 : 0;
  const floor = Math.floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

function divideWhole(left: bigint, right: bigint): number {
  const a = left < 0n ? -left : left;
  const b = right < 0n ? -right : right;
  const limit = BigInt(Number.MAX_SAFE_INTEGER);
  if (a <= limit && b <= limit) return Number(left) / Number(right);
  // 66 bits of the quotient and a last bit that says whether anything follows round correctly to the 53 of a float.
  const shift = bitsOf(b) - bitsOf(a) + 66;
  const scaled = shift >= 0 ? a << BigInt(shift) : a;
  const divisor = shift >= 0 ? b : b << BigInt(-shift);
  const quotient = scaled / divisor;
  const rounded = Number(scaled % divisor === 0n ? quotient : quotient | 1n);
  const result = (rounded / 2 ** 66) * 2 ** (66 - shift);
  if (!Number.isFinite(result)) throw new ToolError('the number is too large');
  return left < 0n !== right < 0n ? -result : result;
}

function assertDivisor(value: Numeric): void {
  if (Number(value) === 0) throw new ToolError('division by zero');
}

function assertBits(bits: number): void {
  if (bits > MAX_BITS) throw new ToolError('the number is too large');
}

function bitsOf(value: bigint): number {
  return (value < 0n ? -value : value).toString(16).length * 4;
}
