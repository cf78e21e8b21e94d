import { join } from 'node:path';
import { formatJson, type JsonValue } from '../base/json/index.ts';
import { replaceFile } from '../base/store/index.ts';
import {
  type RunStore,
  reportMarkdown,
  reportPage,
  toJsonReport,
  type ValidationReport,
} from '../validate/index.ts';

/** What a report can be written as. */
export type ReportFormat = 'html' | 'json' | 'md';

export const REPORT_FORMATS: readonly ReportFormat[] = ['html', 'json', 'md'];

/** Writes `report.json`, `report.md` and `report.html` beside a run's trials. @returns their paths */
export async function writeReports(
  store: RunStore,
  report: ValidationReport,
  formats: readonly ReportFormat[] = REPORT_FORMATS,
): Promise<string[]> {
  const paths: string[] = [];
  for (const format of formats) {
    const path = join(store.folder, `report.${format}`);
    await replaceFile(path, await contentOf(format, store, report));
    paths.push(path);
  }
  return paths;
}

async function contentOf(format: ReportFormat, store: RunStore, report: ValidationReport): Promise<string> {
  if (format === 'md') return reportMarkdown(report);
  if (format === 'html') return reportPage(report, (outcome) => store.trial(outcome.example));
  return formatJson(JSON.parse(JSON.stringify(toJsonReport(report))) as JsonValue);
}
