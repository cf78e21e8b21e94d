import { describe, expect, it } from 'vitest';
import { RandomStream } from '../../../src/base/random/index.ts';
import { addDays, addSeconds, Calendar } from '../../../src/generate/index.ts';

describe('calendar', () => {
  const calendar = new Calendar('2024-05-15T15:00:00');
  const random = new RandomStream(3);

  it('counts from the frozen time', () => {
    expect(calendar.today).toBe('2024-05-15');
    expect(calendar.date(-15)).toBe('2024-04-30');
    expect(calendar.moment(3600)).toBe('2024-05-15T16:00:00');
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
    expect(addSeconds('2024-05-15T23:59:30', 45)).toBe('2024-05-16T00:00:15');
  });

  it('recent lies before now, soon after it, birthdays in the range of ages', () => {
    for (let draw = 0; draw < 500; draw += 1) {
      const recent = calendar.recent(random, 7);
      expect(recent < calendar.now && recent >= '2024-05-08T14:59:59').toBe(true);
      const soon = calendar.soon(random, 7);
      expect(soon > calendar.now && soon <= '2024-05-22T15:00:00').toBe(true);
      const birthday = calendar.birthday(random, 18, 30);
      expect(birthday <= '2006-05-15' && birthday >= '1994-05-13').toBe(true);
    }
  });

  it('a time that is none is refused', () => {
    expect(() => new Calendar('soon')).toThrow('Cannot read the domain\'s time "soon"');
  });
});
