import { rulesFor, toolsFor } from 'taskwright';
import type { RetailTables } from './types.generated.ts';

export type { RetailTables } from './types.generated.ts';

/** Defines a tool on the retail tables. */
export const defineTool = toolsFor<RetailTables>();

/** Defines a policy rule on the retail tables. */
export const defineRule = rulesFor<RetailTables>();
