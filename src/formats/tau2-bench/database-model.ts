import type { z } from 'zod';
import { airlineRows } from './airline-model.ts';
import { retailRows } from './retail-model.ts';
import { telecomRows } from './telecom-model.ts';

/** The published form of a domain's database: how its rows are read, and whether its tables are lists or go by key. */
export interface Tau2DatabaseModel {
  readonly rows: Readonly<Record<string, z.ZodType>>;
  readonly lists: boolean;
}

/** Domains whose database τ²-bench publishes a data model of. Tables of other names are refused there, and here. */
export const TAU2_DATABASES: Readonly<Record<string, Tau2DatabaseModel>> = {
  retail: { rows: retailRows, lists: false },
  airline: { rows: airlineRows, lists: false },
  telecom: { rows: telecomRows, lists: true },
};
