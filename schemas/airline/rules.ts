import type { AnyRule } from 'taskwright';
import { amendsAfterChange } from './rules/amends-after-change.ts';
import { amendsAmount } from './rules/amends-amount.ts';
import { amendsAsked } from './rules/amends-asked.ts';
import { amendsEntitled } from './rules/amends-entitled.ts';
import { amendsFactsChecked } from './rules/amends-facts-checked.ts';
import { bagsOnlyAdded } from './rules/bags-only-added.ts';
import { basicEconomyFlightsStay } from './rules/basic-economy-flights-stay.ts';
import { bookedRoute } from './rules/booked-route.ts';
import { cancelAllowed } from './rules/cancel-allowed.ts';
import { cancelReasonAsked } from './rules/cancel-reason-asked.ts';
import { confirmBeforeWrite } from './rules/confirm-before-write.ts';
import { fivePassengers } from './rules/five-passengers.ts';
import { freeBagsRule } from './rules/free-bags.ts';
import { insuranceOffered } from './rules/insurance-offered.ts';
import { nothingFlown } from './rules/nothing-flown.ts';
import { oneCertificate } from './rules/one-certificate.ts';
import { oneCreditCard } from './rules/one-credit-card.ts';
import { oneStepAtATime } from './rules/one-step-at-a-time.ts';
import { oneUser } from './rules/one-user.ts';
import { passengersNamed } from './rules/passengers-named.ts';
import { routeKept } from './rules/route-kept.ts';
import { threeGiftCards } from './rules/three-gift-cards.ts';
import { transferOutOfScope } from './rules/transfer-out-of-scope.ts';
import { userIdentified } from './rules/user-identified.ts';

/** The policy as code, in the order of its clauses. What the tools refuse by themselves has no rule. */
export const rules: readonly AnyRule[] = [
  confirmBeforeWrite,
  oneStepAtATime,
  userIdentified,
  oneUser,
  transferOutOfScope,
  bookedRoute,
  fivePassengers,
  passengersNamed,
  oneCertificate,
  oneCreditCard,
  threeGiftCards,
  freeBagsRule,
  insuranceOffered,
  basicEconomyFlightsStay,
  routeKept,
  bagsOnlyAdded,
  cancelReasonAsked,
  cancelAllowed,
  nothingFlown,
  amendsAsked,
  amendsEntitled,
  amendsAmount,
  amendsAfterChange,
  amendsFactsChecked,
];
