import type { AnyRule } from 'taskwright';
import { amendsAfterChange } from './amends-after-change.ts';
import { amendsAmount } from './amends-amount.ts';
import { amendsAsked } from './amends-asked.ts';
import { amendsEntitled } from './amends-entitled.ts';
import { amendsFactsChecked } from './amends-facts-checked.ts';
import { bagsOnlyAdded } from './bags-only-added.ts';
import { basicEconomyFlightsStay } from './basic-economy-flights-stay.ts';
import { bookedRoute } from './booked-route.ts';
import { cancelAllowed } from './cancel-allowed.ts';
import { cancelReasonAsked } from './cancel-reason-asked.ts';
import { confirmBeforeWrite } from './confirm-before-write.ts';
import { fivePassengers } from './five-passengers.ts';
import { freeBagsRule } from './free-bags.ts';
import { insuranceOffered } from './insurance-offered.ts';
import { nothingFlown } from './nothing-flown.ts';
import { oneCertificate } from './one-certificate.ts';
import { oneCreditCard } from './one-credit-card.ts';
import { oneStepAtATime } from './one-step-at-a-time.ts';
import { oneUser } from './one-user.ts';
import { passengersNamed } from './passengers-named.ts';
import { routeKept } from './route-kept.ts';
import { threeGiftCards } from './three-gift-cards.ts';
import { transferOutOfScope } from './transfer-out-of-scope.ts';
import { userIdentified } from './user-identified.ts';

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
