import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse as parseToml } from 'smol-toml';
import { UserError } from '../base/finding/index.ts';
import { type JsonValue, parseJson } from '../base/json/index.ts';
import { readYaml } from './read-yaml.ts';

/** Bytes a packed file may unpack to. */
const MAX_UNPACKED = 1024 ** 3;

/** Text of a file; `.gz` is unpacked. @throws UserError when it cannot be read */
export function readText(path: string): string {
  try {
    const bytes = readFileSync(path);
    return (path.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED }) : bytes).toString(
      'utf8',
    );
  } catch (error) {
    throw new UserError(`Cannot read file "${path}": ${reasonOf(error)}`, { cause: error });
  }
}

/** The document in a `.json`, `.toml` or `.yaml` file, each also as `.gz`; `__proto__` and deep nesting are refused in all. @throws UserError with line and column when it is malformed */
export function readDocument(path: string): JsonValue {
  const text = readText(path);
  if (/\.ya?ml(\.gz)?$/.test(path)) return readYaml(text, path);
  if (!/\.toml(\.gz)?$/.test(path)) return parseJson(text, path);
  let plain: string;
  try {
    plain = JSON.stringify(parseToml(text));
  } catch (error) {
    throw new UserError(`Cannot read TOML "${path}": ${reasonOf(error).split('\n')[0]}`, { cause: error });
  }
  return parseJson(plain, path);
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'reading it is not allowed';
  if (code === 'ERR_BUFFER_TOO_LARGE') return `it unpacks to more than ${MAX_UNPACKED} bytes`;
  return message;
}
