import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../../base/finding/index.ts';
import type { LanguageModel, ModelMessage } from '../../base/model/index.ts';
import type { Domain, Table } from '../../define/index.ts';
import { type ReferenceKeys, type SampledRow, sample } from './sampler.ts';
import type { SandboxLimits } from './sandbox.ts';

export interface SamplerRequest extends SandboxLimits {
  readonly domain: Pick<Domain, 'name' | 'now' | 'invariants'>;
  readonly table: Table;
  readonly model: LanguageModel;
  /** A few rows to take after. */
  readonly examples: readonly SampledRow[];
  readonly references: ReferenceKeys;
  readonly seed: number;
  /** How often the model may correct itself. */
  readonly rounds?: number;
  /** Where the accepted source is saved. */
  readonly file: string;
  readonly signal?: AbortSignal;
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
      { messages, temperature: 0 },
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
    'It must define: function row(random, index, references) returning { key, row }.',
    'random has next() in [0, 1), int(low, high) with both ends, chance(probability), pick(list).',
    'index is the row number from 0; make keys from it, so that no two are equal.',
    'references maps a target such as "users" to the list of its keys; take referenced keys from there.',
    'There are no imports, files, network, clock or Math.random; the time is fixed.',
    `The time is ${domain.now}.`,
  ].join('\n');
}

function material({ domain, table, examples, references }: SamplerRequest): string {
  const invariants = domain.invariants.filter((invariant) => invariant.table === table.name);
  return [
    `Table "${table.name}". JSON Schema of a row:\n${JSON.stringify(table.schema)}`,
    ...(invariants.length > 0
      ? [`It must hold:\n${invariants.map(({ sentence }) => `- ${sentence}`).join('\n')}`]
      : []),
    `Some rows:\n${JSON.stringify(examples.slice(0, 5))}`,
    `Targets of references, with how many keys each has: ${JSON.stringify(
      Object.fromEntries(Object.entries(references).map(([target, keys]) => [target, keys.length])),
    )}`,
  ].join('\n\n');
}

/** The code of an answer: the first code block, else all of it. `export` has no meaning in the sandbox. */
function sourceIn(text: string): string {
  const block = /```[a-z]*\n([\s\S]*?)```/i.exec(text)?.[1] ?? text;
  return block.replace(/^\s*export\s+(default\s+)?(?=(async\s+)?function|const|let)/gm, '').trim();
}

async function save({ file, model, table }: SamplerRequest, source: string, rounds: number): Promise<void> {
  const header =
    `// Sampler of table "${table.name}", written by model ${model.model} in ${rounds} rounds and right on ${PROOF} rows.\n` +
    '// Read it and make it yours: from here on it is code like any other.\n';
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.tmp`, `${header}${source}\n\nexport { row };\n`);
  await rename(`${file}.tmp`, file);
}
