import type { Turn } from '../define/index.ts';
import { describeChange, type Environment } from '../environment/index.ts';
import type { Verdict } from '../grade/index.ts';
import { type Output, wrap } from './output.ts';

const MARGIN = '        ';

/** Writes a trial as it runs: who speaks, what is called, what changes. Long results are folded. */
export class TrialPrinter {
  readonly #output: Output;
  readonly #environment: Environment;
  readonly #full: boolean;
  #changes = new Set<string>();

  constructor(output: Output, environment: Environment, { full }: { readonly full: boolean }) {
    this.#output = output;
    this.#environment = environment;
    this.#full = full;
  }

  show(turn: Turn): void {
    if (turn.role === 'user') this.#user(turn.text, turn.stop, turn.thought);
    else if (turn.role === 'agent') this.#agent(turn);
    else this.#result(turn);
  }

  #user(text: string, stop: string | undefined, thought: string | undefined): void {
    const { color } = this.#output;
    this.#thought(thought);
    const end = stop === undefined ? '' : ` [${stop}]`;
    this.#speech(color.cyan('user    '), `${text}${end}`);
  }

  #agent({ text, calls, thought }: Extract<Turn, { role: 'agent' }>): void {
    const { color } = this.#output;
    this.#thought(thought);
    if (text !== undefined && text !== '') this.#speech(color.green('agent   '), text);
    for (const call of calls ?? []) {
      const args = call.unreadable ?? JSON.stringify(call.args);
      this.#speech(color.yellow('  call  '), `${call.tool} ${args}`);
    }
  }

  #result({ tool, observation, changed }: Extract<Turn, { role: 'tool' }>): void {
    const { color } = this.#output;
    const mark = observation.failed ? color.red('  error ') : color.dim('  gives ');
    this.#line(mark, this.#folded(observation.text || tool));
    if (!changed) return;
    const now = this.#environment.outcome().changes.map(describeChange);
    for (const change of now) {
      if (!this.#changes.has(change)) this.#line(color.magenta('  wrote '), this.#folded(change));
    }
    this.#changes = new Set(now);
  }

  #thought(thought: string | undefined): void {
    if (thought === undefined || thought === '') return;
    this.#line(this.#output.color.dim('  thinks'), this.#folded(thought));
  }

  /** A text on one line, cut where the line ends. */
  #folded(text: string): string {
    const flat = text.replaceAll(/\s+/g, ' ').trim();
    const room = this.#output.width - MARGIN.length - 1;
    if (this.#full || flat.length <= room) return flat;
    const rest = ` … ${text.length} characters`;
    return `${flat.slice(0, room - rest.length)}${rest}`;
  }

  #line(mark: string, text: string): void {
    if (text.length <= this.#output.width - MARGIN.length - 1) this.#output.line(`${mark} ${text}`);
    else this.#speech(mark, text);
  }

  /** Text under a hanging margin, its own line breaks kept. */
  #speech(mark: string, text: string): void {
    const paragraphs = text.split('\n').filter((line) => line.trim() !== '');
    for (const [index, paragraph] of (paragraphs.length === 0 ? [''] : paragraphs).entries()) {
      const block = wrap(breakWords(paragraph, this.#output.width - 9), this.#output.width - 9)
        .split('\n')
        .join(`\n${MARGIN} `);
      this.#output.line(`${index === 0 ? mark : MARGIN} ${block}`);
    }
  }
}

/** Puts blanks into words too long for a line. */
function breakWords(text: string, room: number): string {
  return text.replaceAll(new RegExp(`\\S{${room}}(?=\\S)`, 'g'), '$& ');
}

/** Writes a verdict and why. */
export function printVerdict(verdict: Verdict, output: Output): void {
  const { color } = output;
  output.line();
  if (verdict.kind === 'void') {
    output.line(
      wrap(`${color.yellow('void')}  ${verdict.reason}: ${verdict.message}`, output.width, '', MARGIN),
    );
    return;
  }
  output.line(verdict.kind === 'pass' ? color.green('pass') : color.red('fail'));
  for (const { name, passed, counts, message } of verdict.checks) {
    const mark = passed ? color.green('✓') : counts ? color.red('×') : color.yellow('!');
    const note = counts || passed ? '' : ' (reported, does not count)';
    output.line(wrap(`${mark} ${name}: ${message}${note}`, output.width, '  ', '    '));
  }
  for (const { name, reason } of verdict.unscored) output.line(`  · ${name}: not scored, ${reason}`);
}
