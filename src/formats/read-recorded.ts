import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '../base/finding/index.ts';
import { isJsonObject, parseJson } from '../base/json/index.ts';
import { readLines } from '../base/store/index.ts';
import { readDocument } from './read-file.ts';
import type { RecordedTrial } from './recorded.ts';
import { looksLikeNormalisedLine, readNormalisedLine } from './recorded-lines.ts';
import {
  looksLikeTau2Results,
  looksLikeTauResults,
  readTau2Results,
  readTauResults,
} from './recorded-results.ts';

export interface ReadRecordedOptions {
  /** The domain of files that do not name theirs (τ-bench results). */
  readonly domain?: string;
}

/**
 * Trials of a recording, one at a time: normalised lines (`.jsonl[.gz]`), a τ-bench or τ²-bench result file (`.json[.gz]`,
 * format detected), or a folder of these.
 * @throws UserError for a file of another format
 */
export async function* readRecorded(
  path: string,
  options: ReadRecordedOptions = {},
): AsyncGenerator<RecordedTrial> {
  for (const file of recordingFiles(path)) {
    if (/\.jsonl(\.gz)?$/.test(file)) yield* readLinesOf(file);
    else yield* readResultsOf(file, options);
  }
}

function recordingFiles(path: string): readonly string[] {
  if (!existsSync(path)) {
    throw new UserError(`Cannot import recording "${path}": there is no such file or folder`);
  }
  if (!statSync(path).isDirectory()) return [path];
  const all = readdirSync(path).filter((name) => /\.jsonl?(\.gz)?$/.test(name));
  const lines = all.filter((name) => /\.jsonl(\.gz)?$/.test(name));
  const files = (lines.length > 0 ? lines : all).sort().map((name) => join(path, name));
  if (files.length === 0) {
    throw new UserError(`Cannot import recording "${path}": the folder has no .json or .jsonl file`);
  }
  return files;
}

async function* readLinesOf(file: string): AsyncGenerator<RecordedTrial> {
  let number = 0;
  for await (const { text } of readLines(file, { torn: true })) {
    number += 1;
    if (text.trim() === '') continue;
    const line = parseJson(text, `${file}:${number}`);
    if (!looksLikeNormalisedLine(line) || !isJsonObject(line)) throw unknown(file, `line ${number}`);
    yield readNormalisedLine(line);
  }
}

function* readResultsOf(file: string, { domain }: ReadRecordedOptions): Generator<RecordedTrial> {
  const document = readDocument(file);
  const run = basename(file).replace(/\.json(\.gz)?$/, '');
  if (isJsonObject(document) && looksLikeTau2Results(document)) {
    yield* readTau2Results(document, run);
  } else if (Array.isArray(document) && looksLikeTauResults(document)) {
    const named = domain ?? /airline|retail/.exec(file)?.[0];
    if (named === undefined) {
      throw new UserError(`Cannot import recording "${file}": a τ-bench result does not name its domain`, {
        hint: 'name it with --domain',
      });
    }
    yield* readTauResults(document, named, run);
  } else {
    throw unknown(file, 'the document');
  }
}

function unknown(file: string, what: string): UserError {
  return new UserError(`Cannot import recording "${file}": ${what} is of no known form`, {
    at: file,
    hint: 'known forms: normalised lines, τ-bench result files, τ²-bench result files',
  });
}
