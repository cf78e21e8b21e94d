import { join } from 'node:path';
import { formatJson, type JsonValue } from '../base/json/index.ts';
import { replaceFile } from '../base/store/index.ts';
import { type RunStore, toJsonReport, type ValidationReport } from '../validate/index.ts';

/** Writes `report.json`, `report.md` and `report.html` beside a run's trials. */
export async function writeReports(store: RunStore, report: ValidationReport): Promise<void> {
  const json = JSON.parse(JSON.stringify(toJsonReport(report))) as JsonValue;
  await replaceFile(join(store.folder, 'report.json'), formatJson(json));
}
