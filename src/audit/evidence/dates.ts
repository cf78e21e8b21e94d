const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Usual spellings of a date (`2024-05-20`) or a time of day (`15:00:00`); empty for other texts. */
export function spellMoment(value: string): string[] {
  const date = /^(\d{4})-(\d{2})-(\d{2})/.exec(value);
  if (date) return spellDate(date[1] as string, Number(date[2]), Number(date[3]));
  const time = /^(\d{2}):(\d{2})(?::\d{2})?/.exec(value);
  return time ? spellTime(Number(time[1]), time[2] as string) : [];
}

function spellDate(year: string, month: number, day: number): string[] {
  const name = MONTHS[month - 1] ?? '';
  const days = [`${day}`, `${day}${ordinal(day)}`];
  const names = [name, name.slice(0, 3)];
  const spoken = names.flatMap((word) =>
    days.flatMap((number) => [`${word} ${number}`, `${number} ${word}`, `${number} of ${word}`]),
  );
  return [
    ...spoken,
    `${month}/${day}`,
    `${month}/${day}/${year}`,
    `${pad(month)}/${pad(day)}/${year}`,
    `${year}-${pad(month)}-${pad(day)}`,
  ];
}

function spellTime(hour: number, minutes: string): string[] {
  const half = hour >= 12 ? 'pm' : 'am';
  const short = hour % 12 === 0 ? 12 : hour % 12;
  const spoken = [`${short}:${minutes} ${half}`, `${pad(hour)}:${minutes}`];
  if (minutes === '00') spoken.push(`${short} ${half}`);
  if (minutes === '00' && hour === 12) spoken.push('noon');
  return spoken;
}

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
