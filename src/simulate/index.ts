/**
 * Simulate: one trial, agent and user in turns until one stops.
 * Reads: a Domain, a Database, a Scenario, an AgentKind and a UserKind. Makes: a TrialRun.
 * Next: grade compares it with gold, validate repeats it.
 */
export type { Agent, AgentKind, AgentMove, AgentSetting, AgentView } from './agent.ts';
export {
  type AlternativePlans,
  explorerAgent,
  type GoldKnowledge,
  goldAgent,
  type Noise,
  noisyAgent,
  nullAgent,
  spamAgent,
} from './agents/embedded.ts';
export { type Plan, PlanAgent } from './agents/plan-agent.ts';
export { MOVE_CAP, runTrial, type TrialSetting } from './run-trial.ts';
export { readStopToken } from './stop-token.ts';
export { hasEnded, type StopReason, type Trial, type TrialRun } from './trial.ts';
export type { User, UserKind, UserMove, UserSetting, UserView } from './user.ts';
export { scriptedUser } from './users/scripted-user.ts';
