import { toolsFor } from 'taskwright';

/** Defines a tool that looks at no table, so that any domain can offer it. */
export const defineTool = toolsFor<unknown>();
