import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse as parseToml } from 'smol-toml';
import { UserError } from '../base/finding/index.ts';
import { type JsonValue, parseJson } from '../base/json/index.ts';

/** Text of a file; `.gz` is unpacked. @throws UserError when it cannot be read */
export function readText(path: string): string {
  try {
    const bytes = readFileSync(path);
    return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  } catch (error) {
    throw new UserError(`Cannot read file "${path}": ${reasonOf(error)}`, { cause: error });
  }
}

/** The document in a `.json`, `.json.gz` or `.toml` file. @throws UserError with line and column when it is malformed */
export function readDocument(path: string): JsonValue {
  const text = readText(path);
  if (!/\.toml(\.gz)?$/.test(path)) return parseJson(text, path);
  try {
    return JSON.parse(JSON.stringify(parseToml(text))) as JsonValue;
  } catch (error) {
    throw new UserError(`Cannot read TOML "${path}": ${reasonOf(error).split('\n')[0]}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  if (code === 'EACCES') return 'reading it is not allowed';
  return message;
}
