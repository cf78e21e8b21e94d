import { bookReservation } from './tools/book-reservation.ts';
import { cancelReservation } from './tools/cancel-reservation.ts';
import { getFlightStatus } from './tools/get-flight-status.ts';
import { getReservationDetails } from './tools/get-reservation-details.ts';
import { getUserDetails } from './tools/get-user-details.ts';
import { listAllAirports } from './tools/list-all-airports.ts';
import { searchDirectFlight } from './tools/search-direct-flight.ts';
import { searchOnestopFlight } from './tools/search-onestop-flight.ts';
import { sendCertificate } from './tools/send-certificate.ts';
import { updateReservationBaggages } from './tools/update-reservation-baggages.ts';
import { updateReservationFlights } from './tools/update-reservation-flights.ts';
import { updateReservationPassengers } from './tools/update-reservation-passengers.ts';

/** Tools of the airline, by name. */
export const tools = [
  bookReservation,
  cancelReservation,
  getFlightStatus,
  getReservationDetails,
  getUserDetails,
  listAllAirports,
  searchDirectFlight,
  searchOnestopFlight,
  sendCertificate,
  updateReservationBaggages,
  updateReservationFlights,
  updateReservationPassengers,
] as const;
