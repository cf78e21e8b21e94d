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
export { AGENT_STRATEGIES, type AgentStrategy, type LmAgentOptions, lmAgent } from './agents/lm-agent.ts';
export { type Plan, PlanAgent } from './agents/plan-agent.ts';
export { type Estimate, type EstimateInput, estimate, type TrialShape, USUAL_SHAPE } from './estimate.ts';
export { FAULT_RULES, findTranscriptFault, type UserFault } from './faults/index.ts';
export {
  type Dependence,
  dependences,
  type IndependenceFacts,
  independenceFacts,
} from './independence.ts';
export {
  ABLATIONS,
  type Ablation,
  AGENT_NAMES,
  type AgentChoice,
  agentFromName,
  isLedAgent,
  isModelAgent,
  isModelUser,
  USER_NAMES,
  type UserChoice,
  userFromName,
} from './kinds.ts';
export { loadConfig, ModelRegistry } from './model-registry.ts';
export type { ModelTrace, ReplyTrace } from './model-trace.ts';
export { nonexistentIds } from './nonexistent-ids.ts';
export { findPersona, type Persona, personas } from './personas/index.ts';
export { type CastMember, type CastNeeds, preflightCast } from './preflight-cast.ts';
export { type PromptMark, promptMark, promptNames } from './prompts/index.ts';
export { MOVE_CAP, runTrial, type TrialSetting } from './run-trial.ts';
export * from './serve/index.ts';
export { readStopToken } from './stop-token.ts';
export { hasEnded, type StopReason, type Trial, type TrialRun } from './trial.ts';
export type { User, UserKind, UserMove, UserSetting, UserView } from './user.ts';
export { type LmUserOptions, lmUser } from './users/lm-user.ts';
export { noUser } from './users/no-user.ts';
export { scriptedUser } from './users/scripted-user.ts';
export { USER_STRATEGIES, type UserStrategy } from './users/strategies.ts';
export { verdictOf, voidReason } from './verdict-of.ts';
export { defineConfig, type WorkspaceConfig } from './workspace-config.ts';
