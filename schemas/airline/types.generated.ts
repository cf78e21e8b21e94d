// Made by `taskwright types airline` from the table schemas. Do not edit.

export type PaymentMethod = CreditCard | GiftCard | Certificate;
export type FlightOnDate = AvailableFlight | LandedFlight | CancelledFlight | WaitingFlight | FlyingFlight;

/**
 * Rows by table.
 */
export interface AirlineTables {
  users: User;
  flights: Flight;
  reservations: Reservation;
}
/**
 * A customer of the airline.
 */
export interface User {
  /**
   * Key of the user, where the row repeats it.
   */
  user_id?: string;
  name: PersonName;
  address: Address;
  /**
   * E-mail address.
   */
  email: string;
  /**
   * Date of birth.
   */
  dob: string;
  /**
   * Ways to pay that are on file, by id.
   */
  payment_methods: {
    [k: string]: PaymentMethod;
  };
  /**
   * People the user books for often.
   */
  saved_passengers: SavedPassenger[];
  /**
   * Membership level.
   */
  membership: 'regular' | 'silver' | 'gold';
  /**
   * The user's reservations, oldest first.
   */
  reservations: string[];
}
/**
 * Name of a person.
 */
export interface PersonName {
  /**
   * Given name.
   */
  first_name: string;
  /**
   * Family name.
   */
  last_name: string;
}
/**
 * Home address.
 */
export interface Address {
  /**
   * Street and number.
   */
  address1: string;
  /**
   * Flat or suite.
   */
  address2: string;
  /**
   * City.
   */
  city: string;
  /**
   * Country.
   */
  country: string;
  /**
   * Two-letter state.
   */
  state?: string;
  /**
   * What older data call the state.
   */
  province?: string;
  /**
   * Postal code.
   */
  zip: string;
}
/**
 * A credit card: no limit is known.
 */
export interface CreditCard {
  /**
   * Kind of payment method.
   */
  source: 'credit_card';
  /**
   * The method's id, the same as its key.
   */
  id: string;
  /**
   * Brand of the card.
   */
  brand: 'visa' | 'mastercard';
  /**
   * Last four digits.
   */
  last_four: string;
}
/**
 * A gift card with what is left on it.
 */
export interface GiftCard {
  /**
   * Kind of payment method.
   */
  source: 'gift_card';
  /**
   * The method's id, the same as its key.
   */
  id: string;
  /**
   * What is left on it.
   */
  amount: number;
}
/**
 * A travel certificate: good for one booking, nothing is given back.
 */
export interface Certificate {
  /**
   * Kind of payment method.
   */
  source: 'certificate';
  /**
   * The method's id, the same as its key.
   */
  id: string;
  /**
   * What it is worth; used up whole by one booking.
   */
  amount: number;
}
/**
 * A person who flies.
 */
export interface SavedPassenger {
  /**
   * Given name.
   */
  first_name: string;
  /**
   * Family name.
   */
  last_name: string;
  /**
   * Date of birth.
   */
  dob: string;
}
/**
 * A flight that is flown once a day.
 */
export interface Flight {
  /**
   * Number of the flight.
   */
  flight_number: string;
  /**
   * Airport it leaves from.
   */
  origin: string;
  /**
   * Airport it goes to.
   */
  destination: string;
  /**
   * Planned departure, Eastern time.
   */
  scheduled_departure_time_est: string;
  /**
   * Planned arrival, Eastern time; `+1` stands for the next day.
   */
  scheduled_arrival_time_est: string;
  /**
   * The flight on each date, by date.
   */
  dates: {
    [k: string]: FlightOnDate;
  };
}
/**
 * Not taken off, can be booked.
 */
export interface AvailableFlight {
  /**
   * State of the flight on this date.
   */
  status: 'available';
  available_seats: SeatsByCabin;
  prices: PricesByCabin;
}
/**
 * Seats left in each cabin.
 */
export interface SeatsByCabin {
  /**
   * Seats left in basic economy.
   */
  basic_economy: number;
  /**
   * Seats left in economy.
   */
  economy: number;
  /**
   * Seats left in business.
   */
  business: number;
}
/**
 * Price of one seat in each cabin.
 */
export interface PricesByCabin {
  /**
   * Price in basic economy.
   */
  basic_economy: number;
  /**
   * Price in economy.
   */
  economy: number;
  /**
   * Price in business.
   */
  business: number;
}
/**
 * Over.
 */
export interface LandedFlight {
  /**
   * State of the flight on this date.
   */
  status: 'landed';
  /**
   * When it left, Eastern time.
   */
  actual_departure_time_est: string;
  /**
   * When it arrived, Eastern time.
   */
  actual_arrival_time_est: string;
}
/**
 * Cancelled by the airline.
 */
export interface CancelledFlight {
  /**
   * State of the flight on this date.
   */
  status: 'cancelled';
}
/**
 * Not taken off and no longer open for booking.
 */
export interface WaitingFlight {
  /**
   * State of the flight on this date.
   */
  status: 'delayed' | 'on time';
  /**
   * When it is expected to leave, Eastern time.
   */
  estimated_departure_time_est: string;
  /**
   * When it is expected to arrive, Eastern time.
   */
  estimated_arrival_time_est: string;
}
/**
 * In the air.
 */
export interface FlyingFlight {
  /**
   * State of the flight on this date.
   */
  status: 'flying';
  /**
   * When it left, Eastern time.
   */
  actual_departure_time_est: string;
  /**
   * When it is expected to arrive, Eastern time.
   */
  estimated_arrival_time_est: string;
}
/**
 * One booking: passengers on the same flights in the same cabin.
 */
export interface Reservation {
  /**
   * Key of the reservation.
   */
  reservation_id: string;
  /**
   * Who booked.
   */
  user_id: string;
  /**
   * Airport the trip starts from.
   */
  origin: string;
  /**
   * Airport the trip goes to; for a round trip, the farthest point.
   */
  destination: string;
  /**
   * One way, or there and back.
   */
  flight_type: 'one_way' | 'round_trip';
  /**
   * Cabin class; basic economy is a class of its own.
   */
  cabin: 'basic_economy' | 'economy' | 'business';
  /**
   * Flights in the order they are flown.
   */
  flights: BookedFlight[];
  /**
   * Who flies.
   */
  passengers: Passenger[];
  /**
   * Payments, and refunds as negative amounts, oldest first.
   */
  payment_history: Payment[];
  /**
   * When it was booked, Eastern time.
   */
  created_at: string;
  /**
   * Checked bags, free and paid.
   */
  total_baggages: number;
  /**
   * Checked bags that were paid for.
   */
  nonfree_baggages: number;
  /**
   * Whether travel insurance was bought.
   */
  insurance: 'yes' | 'no';
  /**
   * Set when the reservation has been cancelled.
   */
  status?: 'cancelled' | null;
}
/**
 * One flight of a reservation.
 */
export interface BookedFlight {
  /**
   * Airport it leaves from.
   */
  origin: string;
  /**
   * Airport it goes to.
   */
  destination: string;
  /**
   * Number of the flight.
   */
  flight_number: string;
  /**
   * Date it leaves.
   */
  date: string;
  /**
   * Price for one passenger when it was booked.
   */
  price: number;
}
/**
 * A person who flies.
 */
export interface Passenger {
  /**
   * Given name.
   */
  first_name: string;
  /**
   * Family name.
   */
  last_name: string;
  /**
   * Date of birth.
   */
  dob: string;
}
/**
 * One payment or refund.
 */
export interface Payment {
  /**
   * Payment method of the user; a used certificate is no longer on file.
   */
  payment_id: string;
  /**
   * Amount; negative when given back.
   */
  amount: number;
}
