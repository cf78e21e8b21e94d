import { UserError } from '../../base/finding/index.ts';
import { canonicalJson, isJsonObject, type JsonValue } from '../../base/json/index.ts';
import type { LanguageModel, ModelMessage } from '../../base/model/index.ts';
import type { Table } from '../../define/index.ts';
import { checkSampled, type ReferenceKeys, type SampledRow } from './sampler.ts';

export interface RowsRequest {
  readonly table: Table;
  readonly model: LanguageModel;
  readonly count: number;
  /** What the rows should be like, in words. */
  readonly wish: string;
  readonly examples?: readonly SampledRow[];
  readonly references: ReferenceKeys;
  /** Rows asked for at a time. */
  readonly batch?: number;
  /** How often a batch may be corrected. */
  readonly repairs?: number;
  readonly signal?: AbortSignal;
}

/** Batches that bring nothing new before the model is taken to have run dry. */
const DRY = 3;

/**
 * Asks a model for rows, in batches. Rows that break schema, keys or references go back with what is wrong with them;
 * rows like earlier ones are left out. Answers come from the model's cassette where it has one, so that the same rows
 * come for nothing the next time.
 * @throws UserError when the model cannot make as many different valid rows
 */
export async function writeRows(request: RowsRequest): Promise<readonly SampledRow[]> {
  const { table, count, batch = 20, repairs = 2 } = request;
  const rows: SampledRow[] = [];
  const contents = new Set<string>();
  let dry = 0;
  for (let number = 0; rows.length < count; number += 1) {
    const before = rows.length;
    const wanted = Math.min(batch, count - rows.length);
    const messages: ModelMessage[] = [
      { role: 'system', content: instructions(request) },
      { role: 'user', content: ask(request, wanted, rows) },
    ];
    for (let repair = 0; repair <= repairs; repair += 1) {
      const text = await answer(request, messages, number);
      const { good, problems } = sort(table, readRows(text), { rows, request });
      for (const made of good) {
        const content = canonicalJson(made.row as JsonValue);
        if (rows.length >= count || contents.has(content)) continue;
        contents.add(content);
        rows.push(made);
      }
      if (problems.length === 0 || rows.length >= before + wanted) break;
      messages.push(
        { role: 'assistant', content: text },
        {
          role: 'user',
          content: `Some rows are not right:\n${problems.map((line) => `- ${line}`).join('\n')}\nSend these rows again, corrected, in the same form.`,
        },
      );
    }
    dry = rows.length === before ? dry + 1 : 0;
    if (dry >= DRY) {
      throw new UserError(
        `Cannot make ${count} rows of table "${table.name}": model "${request.model.name}" gave ${rows.length} different valid ones`,
        { hint: 'ask for fewer rows, say more in the wish, or let the model write a sampler' },
      );
    }
  }
  return rows;
}

async function answer(
  { model, table, signal }: RowsRequest,
  messages: readonly ModelMessage[],
  number: number,
): Promise<string> {
  const extra = {
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'rows', schema: envelope(table) as JsonValue },
    },
  };
  const reply = await model.complete(
    { messages, extra },
    { role: 'generator', scope: `rows/${table.name}/${number}`, ...(signal && { signal }) },
  );
  return reply.text ?? '';
}

function envelope(table: Table): object {
  const { $schema: _, $defs, ...row } = table.schema as Record<string, JsonValue>;
  return {
    type: 'object',
    required: ['rows'],
    properties: {
      rows: {
        type: 'array',
        items: { type: 'object', required: ['key', 'row'], properties: { key: { type: 'string' }, row } },
      },
    },
    ...($defs !== undefined && { $defs }),
  };
}

function instructions({ table, wish }: RowsRequest): string {
  return [
    `You make rows of the table "${table.name}". ${wish}`,
    'Answer with JSON alone: { "rows": [{ "key": …, "row": … }] }. Every row must keep to this JSON Schema:',
    JSON.stringify(table.schema),
  ].join('\n');
}

function ask(
  { examples = [], references }: RowsRequest,
  wanted: number,
  rows: readonly SampledRow[],
): string {
  const targets = Object.entries(references).map(
    ([target, keys]) => `${target}: ${keys.slice(0, 50).join(', ')}`,
  );
  return [
    `Make ${wanted} rows.`,
    ...(examples.length > 0 ? [`Like these: ${JSON.stringify(examples.slice(0, 3))}`] : []),
    ...(targets.length > 0 ? [`Keys you may refer to:\n${targets.join('\n')}`] : []),
    ...(rows.length > 0
      ? [
          `Keys in use already: ${rows
            .slice(-100)
            .map(({ key }) => key)
            .join(', ')}`,
        ]
      : []),
  ].join('\n');
}

function readRows(text: string): readonly SampledRow[] | undefined {
  try {
    const block = /```[a-z]*\n([\s\S]*?)```/i.exec(text)?.[1] ?? text;
    const document = JSON.parse(block) as JsonValue;
    return isJsonObject(document) && Array.isArray(document.rows)
      ? (document.rows as unknown as SampledRow[])
      : undefined;
  } catch {
    // What is no JSON goes back to the model as a problem.
    return undefined;
  }
}

function sort(
  table: Table,
  made: readonly SampledRow[] | undefined,
  { rows, request }: { readonly rows: readonly SampledRow[]; readonly request: RowsRequest },
): { readonly good: readonly SampledRow[]; readonly problems: readonly string[] } {
  if (made === undefined)
    return { good: [], problems: ['the answer is not JSON of the form { "rows": [...] }'] };
  const keys = new Set(rows.map(({ key }) => key));
  const good: SampledRow[] = [];
  const problems: string[] = [];
  for (const [index, row] of made.entries()) {
    const found = checkSampled(table, [row], request.references).map((line) =>
      line.replace('row 0', `row ${index}`),
    );
    if (keys.has(row.key)) found.push(`row ${index}: key ${JSON.stringify(row.key)} is in use already`);
    problems.push(...found);
    if (found.length > 0) continue;
    keys.add(row.key);
    good.push(row);
  }
  return { good, problems: problems.slice(0, 12) };
}
