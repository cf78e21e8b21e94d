import { z } from 'zod';
import { anything, optional, text, truth } from './fields.ts';
import { message } from './message-model.ts';

// The published data model of a τ²-bench task (arXiv 2506.07982, its `data_model/tasks`), field by field. Fields it
// does not name are dropped by its reader, and here.

const texts = z.array(text);
const side = z.enum(['user', 'assistant']);

const instructions = z.object({
  domain: text,
  reason_for_call: text,
  known_info: optional(text),
  unknown_info: optional(text),
  task_instructions: text,
});

const userScenario = z.object({ persona: optional(text), instructions: z.union([instructions, text]) });

const description = z.object({
  purpose: optional(text),
  relevant_policies: optional(text),
  notes: optional(text),
});

const action = z.object({
  action_id: text,
  requestor: side.default('assistant'),
  name: text,
  arguments: anything,
  info: optional(text),
  compare_args: optional(texts),
});

const functionCall = { env_type: side, func_name: text, arguments: anything };

const assertion = z.object({ ...functionCall, assert_value: truth.default(true), message: optional(text) });

const rewardType = z.enum(['DB', 'ENV_ASSERTION', 'NL_ASSERTION', 'ACTION', 'COMMUNICATE']);

const criteria = z.object({
  actions: optional(z.array(action)),
  env_assertions: optional(z.array(assertion)),
  communicate_info: optional(texts),
  nl_assertions: optional(texts),
  reward_basis: z.array(rewardType).default(['DB', 'COMMUNICATE']),
});

const initialState = z.object({
  initialization_data: optional(z.object({ agent_data: optional(anything), user_data: optional(anything) })),
  initialization_actions: optional(z.array(z.object(functionCall))),
  message_history: optional(z.array(message)),
});

const issue = z.object({
  id: text,
  title: text,
  description: optional(text),
  status: z.enum(['open', 'resolved', 'wont_fix']).default('open'),
  resolution: optional(text),
  created_at: optional(text),
  resolved_at: optional(text),
  author_email: optional(text),
  pr_link: optional(text),
  simulation_file: optional(text),
});

/** A task as τ²-bench reads it. */
export const tau2Task = z.object({
  id: text,
  description: optional(description),
  user_scenario: userScenario,
  ticket: optional(text),
  initial_state: optional(initialState),
  evaluation_criteria: optional(criteria),
  issues: optional(z.array(issue)),
  required_documents: optional(texts),
  user_tools: optional(texts),
});

/** `split_tasks.json`: ids of tasks by the name of their split. */
export const tau2Splits = z.record(text, texts);
