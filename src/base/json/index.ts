export { canonicalJson, equalJson, hashJson, sha256 } from './canonical.ts';
export { cloneJson, orderedKeys, rememberKeyOrder } from './key-order.ts';
export { parseJson } from './parse.ts';
export { formatJson, printJson } from './print.ts';
export { freezeJson, shareJson } from './share.ts';
export {
  type Immutable,
  isJsonObject,
  type JsonObject,
  type JsonPrimitive,
  type JsonValue,
} from './value.ts';
