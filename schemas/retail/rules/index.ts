import { authenticateFirst } from './authenticate-first.ts';
import { cancelReason } from './cancel-reason.ts';
import { confirmBeforeWrite } from './confirm-before-write.ts';
import { itemsOnce } from './items-once.ts';
import { newItem } from './new-item.ts';
import { oneCallAtATime } from './one-call-at-a-time.ts';
import { oneUser } from './one-user.ts';
import { orderStatus } from './order-status.ts';
import { differencePayment, giftCardCoversOrder, paymentDiffers, refundMethod } from './payment-method.ts';
import { statusChecked } from './status-checked.ts';
import { transferLast } from './transfer-last.ts';

/** The policy as code, in the order of its clauses. */
export const RULES = [
  authenticateFirst,
  oneUser,
  confirmBeforeWrite,
  oneCallAtATime,
  transferLast,
  statusChecked,
  ...orderStatus,
  cancelReason,
  paymentDiffers,
  giftCardCoversOrder,
  ...itemsOnce,
  ...newItem,
  ...differencePayment,
  refundMethod,
] as const;
