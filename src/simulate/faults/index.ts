/** Faults of a simulated user, found without a model: such a trial is void. */
export type { FaultRule, UserFault, UserMoment } from './fault.ts';
export { FAULT_RULES, findFault, findTranscriptFault, knownText } from './find-fault.ts';
