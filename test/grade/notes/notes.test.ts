import { describe, expect, it } from 'vitest';
import { type Note, startEnvironment, type Task } from '../../../src/annotate/index.ts';
import { type Call, definePolicy, type Transcript, type Turn } from '../../../src/define/index.ts';
import type { Environment, Violation } from '../../../src/environment/index.ts';
import {
  curveNotes,
  decideNotes,
  draftNotes,
  lintNotes,
  mentions,
  noteCode,
  progressOf,
  timelineOf,
  tryNotes,
} from '../../../src/grade/notes/index.ts';
import { shop, shopDatabase } from '../../fixtures/shop.ts';
import { replayedShopTask as replayed, SHOP_TASK } from '../../fixtures/shop-task.ts';

function start(task: Task = SHOP_TASK): Environment {
  return startEnvironment(shop, shopDatabase(), task);
}

type Step = string | { readonly say: string } | { readonly tool: string; readonly args: Call['args'] };

/** A trial from user messages (texts), agent messages (`say`) and calls. */
function trial(...steps: Step[]): { transcript: Transcript; outcome: ReturnType<Environment['outcome']> } {
  const environment = start();
  const transcript: Turn[] = [];
  for (const [index, step] of steps.entries()) {
    if (typeof step === 'string') transcript.push({ role: 'user', text: step });
    else if ('say' in step) transcript.push({ role: 'agent', text: step.say });
    else {
      const id = `c${index}`;
      const { observation, wrote } = environment.call(step);
      transcript.push({ role: 'agent', calls: [{ id, ...step }] });
      transcript.push({ role: 'tool', call: id, tool: step.tool, observation, changed: wrote });
    }
  }
  return { transcript, outcome: environment.outcome() };
}

const close = (charge: number) => ({ tool: 'close_purchase', args: { purchase: 'p100', charge } });
const open = (sku: string) => ({ tool: 'open_purchase', args: { customer: 'ada', sku } });

function decide(
  notes: readonly Note[],
  run: ReturnType<typeof trial>,
  violations: readonly Violation[] = [],
) {
  return decideNotes(notes, { timeline: timelineOf(run, start()), violations });
}

describe('draftNotes', () => {
  it('drafts writes, arguments the user or policy fixes, outputs, nothing else, and rules', () => {
    const notes = draftNotes(shop, replayed(), start());
    expect(notes.map(({ id, kind }) => `${kind} ${id}`)).toEqual([
      'final write-2',
      'milestone write-2-charge',
      'final write-3',
      'milestone write-3-sku',
      'milestone told-1',
      'forbidden nothing-else',
      'forbidden policy-confirmed-before-write',
      'forbidden policy-charge-at-most-50',
    ]);
    expect(notes.every((note) => noteCode(note) !== undefined)).toBe(true);
  });

  it('a task that writes and tells nothing asks for its reads and leaves the refusal to a judge', () => {
    const task = replayed({
      goldActions: [{ tool: 'get_purchase', args: { purchase: 'p300' } }],
      outputs: [],
    });
    const notes = draftNotes(shop, task, start());
    expect(notes.map(({ id }) => id)).toEqual([
      'read-1',
      'refusal',
      'nothing-else',
      'policy-confirmed-before-write',
    ]);
    expect(noteCode(notes[1]!)).toBeUndefined();
  });

  it('notes an order only where the other order would not do', () => {
    // Credit is 10: closing p200 for 8 and then opening is free of order; two charges on one purchase are not.
    const task = replayed({
      goldActions: [open('pen'), { tool: 'close_purchase', args: { purchase: 'p1', charge: 1 } }],
    });
    const ids = draftNotes(shop, task, start()).map(({ id }) => id);
    expect(ids).toContain('order-1-2');
    expect(draftNotes(shop, replayed(), start()).map(({ id }) => id)).not.toContain('order-2-3');
  });

  it('clauses without a rule become notes for a judge when asked for', () => {
    const policy = definePolicy('Be polite. {#polite}\n\nCharge at most 50. {#charge.limit}\n');
    const notes = draftNotes({ ...shop, policy }, replayed(), start(), { clauses: true });
    const clause = notes.filter(({ id }) => id.startsWith('clause-'));
    expect(clause.map(({ id }) => id)).toEqual(['clause-polite']);
    expect(clause[0]!.code).toBeUndefined();
  });
});

describe('tryNotes', () => {
  it('gold makes progress 1, doing nothing 0, and every mistake is noticed', () => {
    const task = replayed();
    const tried = tryNotes(shop, task, draftNotes(shop, task, start()), start());
    expect(tried).toMatchObject({ gold: 1, nothing: 0, mutationScore: 1, findings: [] });
    expect(tried.mutants.length).toBeGreaterThan(5);
  });

  it('finds notes that gold fails, that nothing meets, and that miss a mistake', () => {
    const notes: Note[] = [
      { id: 'wrong', text: 'x', kind: 'milestone', code: { check: 'told', output: 'never said' } },
      { id: 'free', text: 'y', kind: 'milestone', code: { check: 'effect', values: [] as never } },
    ];
    expect(() => tryNotes(shop, replayed(), notes, start())).toThrow('Cannot read note "free"');
    const tried = tryNotes(shop, replayed(), notes.slice(0, 1), start());
    const codes = new Set(tried.findings.map(({ code }) => code));
    expect(codes).toEqual(new Set(['note-fails-gold']));
    const blind = tryNotes(
      shop,
      replayed(),
      [{ id: 'told', text: 'z', kind: 'milestone', code: { check: 'told', output: '95' } }],
      start(),
    );
    expect(blind.mutationScore).toBe(0);
    expect(new Set(blind.findings.map(({ code }) => code))).toEqual(new Set(['note-misses-mistake']));
  });
});

describe('decideNotes', () => {
  const notes = draftNotes(shop, replayed(), start());

  it('gives the turn since which each note holds', () => {
    const run = trial(
      'hello',
      { say: 'Shall I?' },
      'yes',
      close(5),
      { say: 'You have 95.' },
      'pen',
      open('pen'),
    );
    const decisions = decide(notes, run);
    expect(decisions.every(({ kind }) => kind === 'held')).toBe(true);
    expect(curveNotes(notes, decisions)).toEqual({ firstTurns: [2, 2, 3, 3, 2], weights: [1, 1, 1, 1, 1] });
    expect(progressOf(notes, decisions)).toMatchObject({ progress: 1, gate: 'open', success: true });
  });

  it('says what is wrong with a wrong argument, and holds it against the effect too', () => {
    const decisions = decide(notes, trial('yes', close(6), { say: '94' }));
    expect(decisions.find(({ note }) => note === 'write-2-charge')).toMatchObject({
      kind: 'failed',
      why: 'charge was 6',
      turn: 1,
    });
    expect(decisions.find(({ note }) => note === 'write-2')).toMatchObject({ kind: 'failed' });
  });

  it('a change beyond gold breaks the gate, not the progress', () => {
    const run = trial('yes', close(5), open('pen'), { say: '95' }, open('cup'));
    const progress = progressOf(notes, decide(notes, run));
    expect(progress).toMatchObject({ progress: 1, gate: 'broken', success: false });
  });

  it('a broken rule fails its note', () => {
    const violation = { rule: 'confirmed-before-write', clause: 'confirm', message: 'no yes', tool: 'x' };
    const decision = decide(notes, trial('yes', close(5)), [violation]).find(({ note }) =>
      /confirmed/.test(note),
    );
    expect(decision).toMatchObject({ kind: 'failed', why: 'no yes' });
  });

  it('without a fresh environment the last write dates the effects', () => {
    const run = trial('hello', { say: 'Shall I?' }, 'yes', close(5), open('pen'), { say: '95' }, 'thanks', {
      say: 'bye',
    });
    const decisions = decideNotes(notes, { timeline: timelineOf(run), violations: [] });
    expect(decisions.find(({ note }) => note === 'write-2')).toMatchObject({ kind: 'held', turn: 2 });
  });

  it('leaves notes without code undecided, neither held nor failed', () => {
    const note: Note = { id: 'polite', text: 'The agent greets.', kind: 'milestone' };
    const decisions = decide([note], trial('hello'));
    expect(decisions[0]).toMatchObject({ kind: 'undecided' });
    expect(progressOf([note], decisions)).toEqual({
      progress: null,
      least: 0,
      most: 1,
      gate: 'open',
      undecided: 1,
      success: null,
    });
  });

  it.each([
    [{ check: 'never', call: { tool: 'open_purchase', args: {} } }, 'forbidden', 'held', 'failed'],
    [{ check: 'order', first: close(5), second: open('pen') }, 'order', 'failed', 'held'],
    [{ check: 'call', call: open('pen') }, 'milestone', 'failed', 'held'],
  ] as const)('%j as %s: %s before and %s after', (code, kind, before, after) => {
    const note = { id: 'n', text: 'n', kind, code: JSON.parse(JSON.stringify(code)) } as Note;
    expect(decide([note], trial('yes', close(5)))[0]!.kind).toBe(before);
    expect(decide([note], trial('yes', close(5), open('pen')))[0]!.kind).toBe(after);
  });

  it('refuses malformed code by name', () => {
    const note: Note = { id: 'n', text: 'n', kind: 'final', code: { check: 'guess' } };
    expect(() => noteCode(note)).toThrow('Cannot read note "n"');
  });
});

describe('mentions', () => {
  it.each([
    ['Close p100 please', 'p100', true],
    ['Close p1000 please', 'p100', false],
    ['you have three bags', 3, true],
    ['you have 13 bags', 3, false],
    ['fly on May 20', '2024-05-20', true],
    ['fly on May 2', '2024-05-20', false],
    ['one way', 'one_way', true],
    ['say no', 'no', false],
    ['flight HAT1 only', [{ flight: 'HAT1' }], true],
    ['anything', true, false],
    ['anything', '', false],
  ])('%s / %j: %s', (text, value, expected) => {
    expect(mentions(text, value)).toBe(expected);
  });
});

describe('lintNotes', () => {
  it('finds empty, doubled, vague and negative notes, and leaves good ones alone', () => {
    const note = (id: string, text: string, kind: Note['kind'] = 'milestone'): Note => ({ id, text, kind });
    const findings = lintNotes({
      id: 't',
      notes: [
        note('a', 'Agent books one flight.'),
        note('b', 'agent books one flight'),
        note('c', ' '),
        note('d', 'Agent handles the request properly.'),
        note('e', "Agent doesn't book."),
        note('f', "Agent doesn't book a bus.", 'forbidden'),
        note('f', 'Agent asks for a name.'),
      ],
    });
    expect(findings.map(({ code, at }) => `${code} ${at}`)).toEqual([
      'note-twice notes b',
      'note-empty notes c',
      'note-vague notes d',
      'note-negative-milestone notes e',
      'note-id-twice notes f',
    ]);
  });
});
