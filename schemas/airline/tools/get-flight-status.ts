import { ToolError } from 'taskwright';
import { DATE } from '../parameters.ts';
import { defineTool } from '../tables.ts';

/** Offered under `tau2` alone, as τ-bench has no such tool. Answers the bare word. */
export const getFlightStatus = defineTool({
  name: 'get_flight_status',
  effect: 'read',
  description: 'Tell the status of a flight on a date.',
  onlyWith: { dialect: ['tau2'] },
  parameters: {
    type: 'object',
    properties: {
      flight_number: {
        type: 'string',
        description: 'Number of the flight, for example "HAT020".',
        'x-references': 'flights',
      },
      date: DATE,
    },
    required: ['flight_number', 'date'],
  },
  run(database, args) {
    const flight = database.flights.get(args.flight_number);
    if (flight === undefined) throw new ToolError(`flight ${args.flight_number} not found`);
    const day = Object.hasOwn(flight.dates, args.date) ? flight.dates[args.date] : undefined;
    if (day === undefined) throw new ToolError(`flight ${args.flight_number} not found on date ${args.date}`);
    return day.status;
  },
});
