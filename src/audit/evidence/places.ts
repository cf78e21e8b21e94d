const STATES =
  'AL Alabama;AK Alaska;AZ Arizona;AR Arkansas;CA California;CO Colorado;CT Connecticut;DE Delaware;DC District of Columbia;' +
  'FL Florida;GA Georgia;HI Hawaii;ID Idaho;IL Illinois;IN Indiana;IA Iowa;KS Kansas;KY Kentucky;LA Louisiana;ME Maine;' +
  'MD Maryland;MA Massachusetts;MI Michigan;MN Minnesota;MS Mississippi;MO Missouri;MT Montana;NE Nebraska;NV Nevada;' +
  'NH New Hampshire;NJ New Jersey;NM New Mexico;NY New York;NC North Carolina;ND North Dakota;OH Ohio;OK Oklahoma;' +
  'OR Oregon;PA Pennsylvania;RI Rhode Island;SC South Carolina;SD South Dakota;TN Tennessee;TX Texas;UT Utah;VT Vermont;' +
  'VA Virginia;WA Washington;WV West Virginia;WI Wisconsin;WY Wyoming';

const STATE_NAMES = new Map(STATES.split(';').map((entry) => [entry.slice(0, 2), entry.slice(3)] as const));

const CITY_NICKNAMES: Readonly<Record<string, readonly string[]>> = {
  'new york': ['NYC', 'New York City', 'Big Apple', 'NY'],
  'los angeles': ['LA', 'L.A.'],
  'san francisco': ['SF', 'San Fran'],
  washington: ['Washington DC', 'DC', 'D.C.'],
  philadelphia: ['Philly'],
  'las vegas': ['Vegas'],
};

/** Other names of a city or a state. */
export function placeNames(value: string): readonly string[] {
  const state = STATE_NAMES.get(value);
  if (state !== undefined) return [state];
  return CITY_NICKNAMES[value.toLowerCase()] ?? [];
}
