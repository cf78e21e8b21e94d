import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../../base/finding/index.ts';
import type { LanguageModel, ModelMessage } from '../../base/model/index.ts';
import { replaceFile } from '../../base/store/index.ts';
import type { Domain, Table } from '../../define/index.ts';
import { codeBlock } from './answer-text.ts';
import type { ReferenceKeys, RowsCheck, SampledRow } from './check-rows.ts';
import { sample } from './sampler.ts';
import type { SandboxLimits } from './sandbox.ts';

export interface SamplerRequest extends SandboxLimits {
  readonly domain: Pick<Domain, 'name' | 'now' | 'invariants'>;
  readonly table: Table;
  readonly model: LanguageModel;
  /** A few rows to take after. */
  readonly examples: readonly SampledRow[];
  readonly references: ReferenceKeys;
  readonly invariants?: RowsCheck;
  readonly seed: number;
  /** What the rows should be like, in words. */
  readonly wish?: string;
  /** How often the model may correct itself. */
  readonly rounds?: number;
  /** Where the accepted source is saved. */
  readonly file: string;
  readonly signal?: AbortSignal;
  /** Hears what is wrong after each round that was not accepted. */
  readonly onRound?: (round: number, problems: readonly string[]) => void;
}

export interface WrittenSampler {
  readonly source: string;
  readonly rounds: number;
  readonly rows: readonly SampledRow[];
}

/** Rows a sampler must make without a fault before its source is kept. */
const PROOF = 1000;

/**
 * Lets a model write the sampler of a table: it reads schema, invariants and a few rows, its source runs in a sandbox,
 * and what is wrong with 1,000 rows of it is given back until nothing is. Only then is anything written.
 * @throws UserError with the last faults when the rounds are used up
 */
export async function writeSampler(request: SamplerRequest): Promise<WrittenSampler> {
  const { table, model, rounds = 4 } = request;
  const messages: ModelMessage[] = [
    { role: 'system', content: instructions(request) },
    { role: 'user', content: material(request) },
  ];
  let problems: readonly string[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const reply = await model.complete(
      { messages: [...messages], temperature: 0 },
      {
        role: 'generator',
        scope: `sampler/${table.name}`,
        ...(request.signal && { signal: request.signal }),
      },
    );
    const text = reply.text ?? '';
    const source = sourceIn(text);
    const result = await sample(source, { ...request, count: PROOF });
    if (result.ok) {
      await save(request, source, round);
      return { source, rounds: round, rows: result.rows };
    }
    problems = result.problems;
    request.onRound?.(round, problems);
    messages.push(
      { role: 'assistant', content: text },
      {
        role: 'user',
        content: `It is not right yet:\n${problems.map((line) => `- ${line}`).join('\n')}\nSend the whole source again.`,
      },
    );
  }
  throw new UserError(
    `Cannot accept a sampler for table "${table.name}": after ${rounds} rounds ${problems[0] ?? 'it is not right'}`,
    {
      hint: `nothing was written; another model, more rounds, or write generators/${request.domain.name}/${table.name}.ts by hand`,
    },
  );
}

function instructions({ domain }: SamplerRequest): string {
  return [
    'Write JavaScript that makes rows of a database table. Answer with one code block and nothing else.',
    'It must define two functions:',
    'function key(index): the key, a text, of row number index; no two are equal.',
    'function row(random, { index, key, references }): the row as an object, the same for the same arguments.',
    'random has next() in [0, 1), int(low, high) with both ends, chance(probability), pick(list).',
    'references maps a target such as "users" to the list of keys the row may name; take referenced keys from there.',
    'There are no imports, files, network, clock or Math.random, and nothing may be kept between two calls.',
    `The time is ${domain.now}.`,
  ].join('\n');
}

function material({ domain, table, examples, references, wish }: SamplerRequest): string {
  const invariants = domain.invariants.filter((invariant) => invariant.table === table.name);
  return [
    `Table "${table.name}". JSON Schema of a row:\n${JSON.stringify(table.schema)}`,
    ...(wish === undefined ? [] : [wish]),
    ...(invariants.length > 0
      ? [`It must hold:\n${invariants.map(({ sentence }) => `- ${sentence}`).join('\n')}`]
      : []),
    ...(examples.length > 0 ? [`Some rows:\n${JSON.stringify(examples.slice(0, 5))}`] : []),
    `Targets of references, with how many keys each has: ${JSON.stringify(
      Object.fromEntries(Object.entries(references).map(([target, keys]) => [target, keys.length])),
    )}`,
  ].join('\n\n');
}

/** The code of an answer. `export` has no meaning in the sandbox. */
function sourceIn(text: string): string {
  return codeBlock(text)
    .replace(/^\s*export\s+(default\s+)?(?=(async\s+)?function|const|let)/gm, '')
    .trim();
}

async function save({ file, model, table }: SamplerRequest, source: string, rounds: number): Promise<void> {
  const header = [
    '// @ts-nocheck: written by a model, without types; read it, give it types, and make it yours.',
    `// Sampler of table "${table.name}" by model "${model.model}" in ${rounds} ${rounds === 1 ? 'round' : 'rounds'}: right on ${PROOF} rows.`,
  ];
  await mkdir(dirname(file), { recursive: true });
  await replaceFile(file, `${header.join('\n')}\n${source}\n\nexport const sampler = { key, row };\n`);
}
