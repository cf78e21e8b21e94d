import { z } from 'zod';
import { day, float, moment, optional, text, truth } from './fields.ts';

const plan = z.strictObject({
  plan_id: text,
  name: text,
  data_limit_gb: float,
  price_per_month: float,
  data_refueling_price_per_gb: float,
});

const device = z.strictObject({
  device_id: text,
  device_type: z.enum(['phone', 'router', 'tablet', 'watch', 'other']),
  model: text,
  imei: optional(text),
  is_esim_capable: truth,
  activated: truth.default(false),
  activation_date: optional(moment),
  last_esim_transfer_date: optional(moment),
});

const line = z.strictObject({
  line_id: text,
  phone_number: text,
  status: z.enum(['Active', 'Suspended', 'Pending Activation', 'Closed']).default('Pending Activation'),
  plan_id: text,
  device_id: optional(text),
  data_used_gb: float.prefault(0),
  data_refueling_gb: float.prefault(0),
  roaming_enabled: truth.default(false),
  contract_end_date: optional(day),
  last_plan_change_date: optional(day),
  last_sim_replacement_date: optional(day),
  suspension_start_date: optional(day),
});

const bill = z.strictObject({
  bill_id: text,
  customer_id: text,
  period_start: day,
  period_end: day,
  issue_date: day,
  total_due: float,
  due_date: day,
  line_items: z
    .array(z.strictObject({ description: text, amount: float, date: day, item_type: text }))
    .default([]),
  status: z.enum(['Draft', 'Issued', 'Awaiting Payment', 'Paid', 'Overdue', 'Disputed']).default('Draft'),
});

const customer = z.strictObject({
  customer_id: text,
  full_name: text,
  date_of_birth: text,
  email: text,
  phone_number: text,
  address: z.strictObject({ street: text, city: text, state: text, zip_code: text }),
  account_status: z
    .enum(['Active', 'Suspended', 'Pending Verification', 'Closed'])
    .default('Pending Verification'),
  payment_methods: z
    .array(
      z.strictObject({
        method_type: z.enum(['Credit Card', 'Debit Card', 'PayPal']),
        account_number_last_4: text,
        expiration_date: text,
      }),
    )
    .default([]),
  line_ids: z.array(text).default([]),
  bill_ids: z.array(text).default([]),
  // The default is a day, not a moment, and shown as such.
  created_at: moment.default('2025-01-01'),
  last_extension_date: optional(day),
  goodwill_credit_used_this_year: float.prefault(0),
});

/** Rows of τ²-bench's telecom database, which holds lists, by table. */
export const telecomRows = { plans: plan, customers: customer, lines: line, bills: bill, devices: device };
