import { calculate } from '../../shared/tools/calculate.ts';
import { think } from '../../shared/tools/think.ts';
import { transferToHumanAgents } from '../../shared/tools/transfer-to-human-agents.ts';
import { bookReservation } from './book-reservation.ts';
import { cancelReservation } from './cancel-reservation.ts';
import { getFlightStatus } from './get-flight-status.ts';
import { getReservationDetails } from './get-reservation-details.ts';
import { getUserDetails } from './get-user-details.ts';
import { listAllAirports } from './list-all-airports.ts';
import { searchDirectFlight } from './search-direct-flight.ts';
import { searchOnestopFlight } from './search-onestop-flight.ts';
import { sendCertificate } from './send-certificate.ts';
import { updateReservationBaggages } from './update-reservation-baggages.ts';
import { updateReservationFlights } from './update-reservation-flights.ts';
import { updateReservationPassengers } from './update-reservation-passengers.ts';

/** Tools of the airline, by name; calculating, thinking and handing over are shared with other domains. */
export const tools = [
  bookReservation,
  calculate,
  cancelReservation,
  getFlightStatus,
  getReservationDetails,
  getUserDetails,
  listAllAirports,
  searchDirectFlight,
  searchOnestopFlight,
  sendCertificate,
  think,
  transferToHumanAgents,
  updateReservationBaggages,
  updateReservationFlights,
  updateReservationPassengers,
] as const;
