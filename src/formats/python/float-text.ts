/**
 * A float as Python's `repr` and `json.dumps` write it: the shortest digits that read back, always with a point or an
 * exponent, and an exponent of at least two digits below 1e-4 and from 1e16 on.
 * @returns `nan`, `inf` and `-inf` for what is no number
 */
export function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa = '', power = '0'] = value.toExponential().split('e');
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const digits = String(Math.abs(exponent)).padStart(2, '0');
    return `${mantissa}e${exponent < 0 ? '-' : '+'}${digits}`;
  }
  const plain =
    exponent < 0 ? value.toFixed(Math.max(1, mantissaDigits(mantissa) - 1 - exponent)) : String(value);
  return plain.includes('.') ? plain : `${plain}.0`;
}

function mantissaDigits(mantissa: string): number {
  return mantissa.replace(/[-.]/g, '').length;
}
