/** Names of all tools, for rules that judge every call. */
export const TOOL_NAMES: readonly string[] = [
  'book_reservation',
  'calculate',
  'cancel_reservation',
  'get_flight_status',
  'get_reservation_details',
  'get_user_details',
  'list_all_airports',
  'search_direct_flight',
  'search_onestop_flight',
  'send_certificate',
  'think',
  'transfer_to_human_agents',
  'update_reservation_baggages',
  'update_reservation_flights',
  'update_reservation_passengers',
];
