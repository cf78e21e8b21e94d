import { SingleBar } from 'cli-progress';
import Table from 'cli-table3';
import colors from 'picocolors';
import type { Finding } from '../base/finding/index.ts';
import { formatJson, type JsonValue } from '../base/json/index.ts';

export interface OutputStreams {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

export interface Progress {
  /** @param note short text beside the bar */
  update(done: number, note?: string): void;
  stop(): void;
}

/**
 * Where a command writes. With `--json` stdout holds one JSON document and nothing else;
 * what people read goes to stderr, with colours and bars only when a terminal is attached.
 */
export class Output {
  readonly #streams: OutputStreams;
  readonly #json: boolean;
  readonly #quiet: boolean;
  readonly color: ReturnType<typeof colors.createColors>;

  constructor(streams: OutputStreams, { json, quiet }: { readonly json: boolean; readonly quiet: boolean }) {
    this.#streams = streams;
    this.#json = json;
    this.#quiet = quiet;
    const wanted = streams.stderr.isTTY === true && !process.env.NO_COLOR;
    this.color = colors.createColors(wanted || process.env.FORCE_COLOR !== undefined);
  }

  /** Width to write for: the terminal's, at most 100, else 80. */
  get width(): number {
    return Math.min(100, Math.max(40, this.#streams.stderr.columns ?? 80));
  }

  /** A line for people. */
  line(text = ''): void {
    if (!this.#quiet) this.#streams.stderr.write(`${text}\n`);
  }

  /** The one JSON document of `--json`; nothing without that flag. */
  result(document: unknown): void {
    if (this.#json) this.#streams.stdout.write(formatJson(JSON.parse(JSON.stringify(document)) as JsonValue));
  }

  /** Text that is the command's product (a file's content on stdout), unless `--json` took stdout. */
  text(text: string): void {
    if (!this.#json) this.#streams.stdout.write(text);
  }

  /** A table that fits the width: where it would not, the widest columns are wrapped. */
  table(head: readonly string[], rows: readonly (readonly string[])[]): void {
    if (this.#quiet || rows.length === 0) return;
    const widths = fitColumns(
      head.map((title, column) =>
        Math.max(title.length, ...rows.map((row) => visibleLength(row[column] ?? ''))),
      ),
      this.width - 3 * head.length - 1,
    );
    const table = new Table({
      head: head.map((title) => this.color.bold(title)),
      style: { head: [], border: [], compact: true },
      colWidths: widths.map((width) => width + 2),
    });
    for (const row of rows) table.push(row.map((cell, column) => breakCell(cell, widths[column] as number)));
    this.line(table.toString());
  }

  /** The same streams, with the JSON document kept instead of printed: for a command made of others. */
  capture(): { readonly output: Output; captured(): unknown } {
    const inner = new Output(this.#streams, { json: false, quiet: this.#quiet });
    let document: unknown;
    inner.result = (given) => {
      document = given;
    };
    return { output: inner, captured: () => document };
  }

  /** Findings, one under the other: mark, code, place, message and hint; a command that shows several again stands once. */
  findings(findings: readonly Finding[]): void {
    for (const [index, finding] of findings.entries()) {
      const { color } = this;
      const mark =
        finding.severity === 'error'
          ? color.red('×')
          : finding.severity === 'warning'
            ? color.yellow('!')
            : color.dim('·');
      const place = [finding.task, finding.argument].filter((part) => part !== undefined).join(' ');
      this.line(`${mark} ${color.bold(finding.code)}${place === '' ? '' : ` ${color.cyan(place)}`}`);
      this.line(wrap(finding.message, this.width, '  '));
      if (finding.at !== undefined) this.line(color.dim(`  at    ${finding.at}`));
      if (finding.hint !== undefined) this.line(wrap(`hint  ${finding.hint}`, this.width, '  ', '        '));
      if (finding.again !== undefined && finding.again !== findings[index + 1]?.again)
        this.line(color.dim(`  again ${finding.again}`));
    }
  }

  /** A bar on a terminal; silent elsewhere. */
  progress(title: string, total: number): Progress {
    if (this.#quiet || this.#streams.stderr.isTTY !== true || total === 0) {
      return { update: () => undefined, stop: () => undefined };
    }
    const bar = new SingleBar({
      format: `${title.padEnd(10)} [{bar}] {value}/{total} {note}`,
      stream: this.#streams.stderr as NodeJS.WriteStream,
      barsize: 28,
      hideCursor: true,
      clearOnComplete: true,
      barCompleteChar: '█',
      barIncompleteChar: '·',
    });
    bar.start(total, 0, { note: '' });
    return {
      update: (done, note = '') => bar.update(done, { note: note.slice(0, 28) }),
      stop: () => bar.stop(),
    };
  }
}

/** Text broken at blanks to a width; lines after the first start with `hanging`. */
export function wrap(text: string, width: number, indent = '', hanging = indent): string {
  const lines: string[] = [];
  let line = indent;
  let empty = true;
  for (const word of text.split(/\s+/)) {
    if (!empty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = hanging;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  lines.push(line);
  return lines.join('\n');
}

/** Column widths that fit into `room` together: the widest are narrowed first, none below 8. */
function fitColumns(widths: readonly number[], room: number): number[] {
  const fitted = [...widths];
  while (fitted.reduce((sum, width) => sum + width, 0) > room) {
    const widest = Math.max(...fitted);
    if (widest <= 8) break;
    fitted[fitted.indexOf(widest)] = widest - 1;
  }
  return fitted;
}

/** A cell broken into lines of a width: at blanks, else after hyphens and underscores, else anywhere. */
function breakCell(cell: string, width: number): string {
  if (visibleLength(cell) <= width) return cell;
  const lines: string[] = [];
  for (const paragraph of cell.split('\n')) {
    let line = '';
    for (const piece of paragraph.match(/[^\s\-_/,]*[\s\-_/,]?/g) ?? []) {
      if (line !== '' && visibleLength(line + piece.trimEnd()) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += piece;
      while (visibleLength(line) > width) {
        lines.push(line.slice(0, width));
        line = line.slice(width);
      }
    }
    lines.push(line.trimEnd());
  }
  return lines.join('\n');
}

function visibleLength(text: string): number {
  return Math.max(...text.split('\n').map((line) => line.replaceAll(/\u001b\[\d+m/g, '').length));
}
