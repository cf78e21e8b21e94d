import { UserError } from '../../base/finding/index.ts';
import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '../../base/json/index.ts';
import type { LanguageModel, ModelMessage } from '../../base/model/index.ts';
import type { Table } from '../../define/index.ts';
import { codeBlock } from './answer-text.ts';
import { checkSampled, type ReferenceKeys, type RowsCheck, type SampledRow } from './check-rows.ts';
import { columnsForm, type RowsForm, wholeRows } from './rows-form.ts';

export interface RowsRequest {
  readonly table: Table;
  readonly model: LanguageModel;
  readonly count: number;
  /** What the rows should be like, in words. */
  readonly wish: string;
  /** Only these properties, without keys: material for a generator instead of whole rows. */
  readonly columns?: readonly string[];
  readonly examples?: readonly SampledRow[];
  readonly references: ReferenceKeys;
  readonly invariants?: RowsCheck;
  /** Rows asked for at a time. */
  readonly batch?: number;
  /** How often a batch may be corrected. */
  readonly repairs?: number;
  readonly signal?: AbortSignal;
  readonly onRows?: (count: number) => void;
}

/** Batches that bring nothing new before the model is taken to have run dry. */
const DRY = 3;
const MOST_PROBLEMS = 12;

/**
 * Asks a model for rows, in batches of structured output. Rows that break schema, keys, references or invariants go back
 * with what is wrong with them; rows like earlier ones are left out. Answers come from the model's cassette where it has
 * one, so that the same rows come for nothing the next time.
 * @throws UserError when the model cannot make as many different valid rows
 */
export async function writeRows(request: RowsRequest): Promise<readonly SampledRow[]> {
  const { count, batch = 20, repairs = 2 } = request;
  const form = request.columns === undefined ? wholeRows(request) : columnsForm(request, request.columns);
  const rows: SampledRow[] = [];
  const contents = new Set<string>();
  let dry = 0;
  for (let number = 0; rows.length < count; number += 1) {
    const before = rows.length;
    const wanted = Math.min(batch, count - rows.length);
    const messages: ModelMessage[] = [
      { role: 'system', content: instructions(request, form) },
      { role: 'user', content: ask(request, form, { wanted, rows }) },
    ];
    for (let repair = 0; repair <= repairs; repair += 1) {
      const text = await answer(request, form, messages, number);
      const { good, problems } = sort(form, readRows(text), { rows, request });
      for (const made of good) {
        const content = contentOf(made.row, form.table);
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
    request.onRows?.(rows.length);
    dry = rows.length === before ? dry + 1 : 0;
    if (dry >= DRY) throw ranDry(request, rows.length);
  }
  return rows;
}

function ranDry({ table, count, model }: RowsRequest, made: number): UserError {
  return new UserError(
    `Cannot make ${count} rows of table "${table.name}": model "${model.name}" gave ${made} different valid ones`,
    { hint: 'ask for fewer rows, say more in the wish, or let the model write a sampler' },
  );
}

async function answer(
  { model, table, signal }: RowsRequest,
  form: RowsForm,
  messages: readonly ModelMessage[],
  number: number,
): Promise<string> {
  const extra = {
    response_format: { type: 'json_schema', json_schema: { name: 'rows', schema: form.envelope } },
  };
  const reply = await model.complete(
    { messages: [...messages], extra },
    { role: 'generator', scope: `${form.scope}/${table.name}/${number}`, ...(signal && { signal }) },
  );
  return reply.text ?? '';
}

function instructions({ table, wish }: RowsRequest, form: RowsForm): string {
  return [
    `You make rows of the table "${table.name}". ${wish}`.trim(),
    `Answer with JSON alone: ${form.shape}. Every row must keep to this JSON Schema:`,
    JSON.stringify(form.table.schema),
  ].join('\n');
}

function ask(
  { examples = [], references }: RowsRequest,
  form: RowsForm,
  { wanted, rows }: { readonly wanted: number; readonly rows: readonly SampledRow[] },
): string {
  const targets = form.table.references.flatMap(({ target }) => {
    const keys = references[target] ?? [];
    return keys.length === 0 ? [] : [`${target}: ${keys.slice(0, 50).join(', ')}`];
  });
  return [
    `Make ${wanted} rows.`,
    ...(examples.length > 0 ? [`Like these: ${JSON.stringify(examples.slice(0, 3).map(form.show))}`] : []),
    ...(targets.length > 0 ? [`Keys you may refer to:\n${[...new Set(targets)].join('\n')}`] : []),
    ...(rows.length > 0 ? [`${form.usedWord}: ${rows.slice(-100).map(form.used).join(', ')}`] : []),
  ].join('\n');
}

function readRows(text: string): readonly JsonValue[] | undefined {
  try {
    const document = JSON.parse(codeBlock(text)) as JsonValue;
    return isJsonObject(document) && Array.isArray(document.rows) ? document.rows : undefined;
  } catch {
    // What is no JSON goes back to the model as a problem.
    return undefined;
  }
}

/** Two rows that differ in their keys alone are the same row twice. */
function contentOf(row: JsonObject, { key }: Table): string {
  if (key === undefined) return canonicalJson(row);
  const { [key]: _, ...rest } = row;
  return canonicalJson(rest);
}

function sort(
  form: RowsForm,
  made: readonly JsonValue[] | undefined,
  { rows, request }: { readonly rows: readonly SampledRow[]; readonly request: RowsRequest },
): { readonly good: readonly SampledRow[]; readonly problems: readonly string[] } {
  if (made === undefined) return { good: [], problems: [`the answer is not JSON of the form ${form.shape}`] };
  const kept = [...rows];
  const keys = new Set(rows.map(({ key }) => key));
  const problems: string[] = [];
  for (const [index, item] of made.entries()) {
    const row = form.read(item);
    const found = checkSampled(form.table, [row as SampledRow], request.references);
    if (form.keyed && keys.has(row?.key ?? '')) {
      found.push(`row 0: key ${JSON.stringify(row?.key)} is in use already`);
    }
    if (found.length === 0) {
      kept.push(row as SampledRow);
      const broken = request.columns === undefined ? (request.invariants?.(kept, kept.length - 1) ?? []) : [];
      if (broken.length > 0) kept.pop();
      else keys.add((row as SampledRow).key);
      found.push(...broken);
    }
    problems.push(...found.map((line) => line.replace(/^row \d+/, `row ${index}`)));
  }
  return { good: kept.slice(rows.length), problems: problems.slice(0, MOST_PROBLEMS) };
}
