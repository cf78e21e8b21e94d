/** Rough position of each airport: degrees north, degrees west. */
const POSITIONS: Readonly<Record<string, readonly [number, number]>> = {
  SFO: [37.6, 122.4],
  JFK: [40.6, 73.8],
  LAX: [33.9, 118.4],
  ORD: [42.0, 87.9],
  DFW: [32.9, 97.0],
  DEN: [39.9, 104.7],
  SEA: [47.4, 122.3],
  ATL: [33.6, 84.4],
  MIA: [25.8, 80.3],
  BOS: [42.4, 71.0],
  PHX: [33.4, 112.0],
  IAH: [30.0, 95.3],
  LAS: [36.1, 115.2],
  MCO: [28.4, 81.3],
  EWR: [40.7, 74.2],
  CLT: [35.2, 80.9],
  MSP: [44.9, 93.2],
  DTW: [42.2, 83.4],
  PHL: [39.9, 75.2],
  LGA: [40.8, 73.9],
};

/**
 * The routes, each flown both ways. A route that stands twice is flown by two pairs of flights, and so on.
 * Hubs tie the network together, so that most places have one-stop trips between them.
 */
const ROUTES = `
  ORD-SFO ORD-LAX ORD-SEA ORD-BOS ORD-JFK ORD-LGA ORD-EWR ORD-PHL ORD-DTW ORD-MSP ORD-ATL ORD-DFW ORD-DEN ORD-MCO ORD-PHX
  DFW-LAX DFW-SFO DFW-PHX DFW-LAS DFW-MIA DFW-ATL DFW-IAH DFW-JFK DFW-LGA DFW-CLT DFW-DEN DFW-SEA DFW-MCO DFW-BOS
  ATL-MIA ATL-MCO ATL-JFK ATL-LGA ATL-BOS ATL-PHL ATL-IAH ATL-LAX ATL-DTW ATL-CLT ATL-EWR ATL-LAS
  DEN-SFO DEN-LAX DEN-SEA DEN-LAS DEN-PHX DEN-MSP DEN-IAH DEN-EWR DEN-BOS DEN-ATL
  SFO-LAX SFO-SEA SFO-LAS SFO-PHX SFO-JFK SFO-BOS SFO-EWR
  LAX-SEA LAX-LAS LAX-JFK LAX-BOS LAX-MIA
  JFK-MIA JFK-MCO JFK-BOS JFK-SEA LGA-MIA LGA-CLT LGA-DTW EWR-MCO EWR-IAH BOS-PHL BOS-CLT PHL-MIA CLT-MCO MSP-PHX SEA-PHX
  ORD-SFO ORD-LAX ORD-BOS ORD-JFK ORD-LGA ORD-ATL ORD-DFW ORD-DEN DFW-LAX DFW-ATL DFW-DEN DFW-PHX DFW-IAH DFW-JFK
  ATL-MIA ATL-MCO ATL-JFK ATL-LGA ATL-BOS ATL-CLT DEN-SFO DEN-LAX DEN-SEA DEN-LAS SFO-LAX SFO-SEA SFO-JFK LAX-LAS LAX-JFK
  LAX-SEA JFK-MIA JFK-MCO JFK-BOS LGA-MIA LGA-DTW EWR-MCO BOS-PHL PHL-MIA MSP-PHX ORD-MSP ORD-PHL ORD-DTW DFW-SFO DFW-MIA
  ORD-LAX ORD-JFK ATL-MIA ATL-JFK DEN-LAX SFO-LAX LAX-JFK JFK-MIA DFW-LAX ATL-MCO SFO-SEA ORD-DEN
`
  .trim()
  .split(/\s+/);

/** Ends and length of a flight's route. */
export interface Route {
  readonly origin: string;
  readonly destination: string;
  readonly miles: number;
}

/** The route of the flight of that number, from 0: even ones fly out, the next odd one flies back. */
export function routeOf(index: number): Route {
  const [one = '', other = ''] = (ROUTES[Math.floor(index / 2) % ROUTES.length] as string).split('-');
  const [origin, destination] = index % 2 === 0 ? [one, other] : [other, one];
  return { origin, destination, miles: milesBetween(one, other) };
}

function milesBetween(one: string, other: string): number {
  const [north1, west1] = POSITIONS[one] as readonly [number, number];
  const [north2, west2] = POSITIONS[other] as readonly [number, number];
  // Flat enough for fares and times: a degree is 69 miles, narrower by a quarter going east or west at these latitudes.
  return Math.round(Math.hypot((north1 - north2) * 69, (west1 - west2) * 53));
}
