import type { AuditRule } from '../types.ts';
import { answerLeak } from './answer-leak.ts';
import { bareNumber } from './bare-number.ts';
import { garbledSentence } from './garbled-sentence.ts';
import { limitScope } from './limit-scope.ts';
import { missingFallback } from './missing-fallback.ts';
import { missingOutput } from './missing-output.ts';
import { outputNotDerivable } from './output-not-derivable.ts';
import { splitOverRows } from './split-over-rows.ts';
import { ungrantedWish } from './ungranted-wish.ts';
import { unknownInText } from './unknown-in-text.ts';
import { unnamedRow } from './unnamed-row.ts';
import { unobservableTrigger } from './unobservable-trigger.ts';
import { unresolvableOrder } from './unresolvable-order.ts';
import { outputOfUntakenBranch } from './untaken-branch.ts';
import { weakOutput } from './weak-output.ts';

/** Rules that read the scenario's text and the expected outputs. */
export const SCENARIO_RULES: readonly AuditRule[] = [
  unnamedRow,
  unresolvableOrder,
  splitOverRows,
  ungrantedWish,
  missingFallback,
  unobservableTrigger,
  limitScope,
  unknownInText,
  garbledSentence,
  outputOfUntakenBranch,
  outputNotDerivable,
  weakOutput,
  missingOutput,
  answerLeak,
  bareNumber,
];
