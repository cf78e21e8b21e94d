import { readFileSync } from 'node:fs';
import { type PackFile, textFile } from '../archive/pack-file.ts';

/** The Python client that talks to `taskwright serve-mcp`: harnesses in Python run our tools, not a copy of them. */
export function pythonClient(path: string): PackFile {
  return textFile(path, readFileSync(new URL('taskwright_client.py', import.meta.url), 'utf8'));
}
