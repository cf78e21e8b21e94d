export { type PromptMark, promptMark, promptNames, renderPrompt } from './prompt.ts';
