import type { ReplayedTask } from '../../annotate/index.ts';
import type { Finding } from '../../base/finding/index.ts';
import type { Domain } from '../../define/index.ts';
import type { Database } from '../../environment/index.ts';
import type { PackFile } from '../archive/pack-file.ts';

/** What trials and audit show of a task, as it leaves with the pack. */
export interface PackEvidence {
  readonly grade: 'unique' | 'ambiguous' | 'suspect' | 'too-hard' | 'insufficient' | 'none';
  readonly because: string;
  readonly run: string | null;
  readonly countable: number;
  readonly passed: number;
  readonly outcomes: number;
  /** Upper 95 % bound on the chance of an outcome other than the main one; null without trials. */
  readonly bound: number | null;
  /** Codes of audit findings that are neither notes nor waived. */
  readonly findings: readonly string[];
  /** Findings that are waived, with the reason. */
  readonly waived: readonly WaivedFinding[];
  /** Personas its trials' users played; empty where they played none. */
  readonly personas: readonly string[];
  /** Ids of the policy's clauses it puts to the test. */
  readonly clauses: readonly string[];
  /** Share of altered gold plans that the grader notices; null where gold writes nothing. */
  readonly mutationScore: number | null;
  /** Whether the run's hashes are those of today's policy, tools, rules, database and task. */
  readonly current: boolean;
}

/** A finding that somebody looked at and let stand. */
export interface WaivedFinding {
  readonly code: string;
  readonly reason: string;
  readonly author: string;
  /** Last day it holds, `YYYY-MM-DD`. */
  readonly expires: string;
}

declare const VALIDATED: unique symbol;

/** A replayed task with its evidence. Only `withEvidence` makes one: exporting anything less does not compile. */
export interface ValidatedTask extends ReplayedTask {
  readonly evidence: PackEvidence;
  readonly [VALIDATED]: true;
}

export function withEvidence(task: ReplayedTask, evidence: PackEvidence): ValidatedTask {
  return { ...task, evidence } as ValidatedTask;
}

/** Whether a task may leave without being marked: one right end, shown by current trials, no error open. */
export function isCertified({ evidence }: ValidatedTask): boolean {
  return evidence.grade === 'unique' && evidence.current;
}

export interface PackMeta {
  readonly name: string;
  /** Semantic version. */
  readonly version: string;
  /** SPDX identifier. */
  readonly licence: string;
  readonly authors: readonly string[];
  /** A text that occurs nowhere else: a model that can repeat it has seen the pack. */
  readonly canary: string;
  readonly changelog: string;
  readonly software: string;
}

/** A wording the trials behind the evidence ran with. */
export interface PackPrompt {
  readonly name: string;
  readonly version: string;
  readonly hash: string;
}

/** How a pack came to be: what makes its database again, and what its evidence was made with. */
export interface PackBuild {
  readonly domain: string;
  readonly domainVersion: string;
  /** Seed of the generators; null where the database came from elsewhere. */
  readonly seed: number | null;
  readonly run: {
    readonly name: string;
    readonly kind: string;
    readonly software: string;
    readonly agent: string;
    readonly user: string;
    readonly seed: number;
    /** Ids of the models that took part. */
    readonly models: readonly string[];
    readonly prompts: readonly PackPrompt[];
  } | null;
}

/** `public` holds no gold; `sealed` holds gold and evidence. */
export type Variant = 'public' | 'sealed';

/** All a format may write from. */
export interface PackContent {
  readonly meta: PackMeta;
  readonly build: PackBuild;
  readonly variant: Variant;
  readonly domain: Domain;
  readonly database: Database;
  readonly tasks: readonly ValidatedTask[];
  /** Task ids by split. */
  readonly splits: Readonly<Record<string, readonly string[]>>;
  /** Source files of the domain and its generators, for the native form. */
  readonly sources: readonly PackFile[];
}

/** One form packs are written in. */
export interface PackFormat {
  readonly name: string;
  /** Who reads it. */
  readonly describe: string;
  /** How the pack is used there, as Markdown, for its README. */
  readonly use?: string;
  write(content: PackContent): readonly PackFile[] | Promise<readonly PackFile[]>;
  /** What the reader's published rules would not accept of the written files; errors keep a pack from being written. */
  check?(files: readonly PackFile[], domain: string): readonly Finding[];
}
