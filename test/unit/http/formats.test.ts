import { expect } from 'chai';
import { isDate, isDateTime } from '../../../server/kernel/http/formats.ts';

describe('moments and days in requests', () => {
  const allOf = (texts: readonly string[], is: (text: string) => boolean, expected: boolean) => {
    for (const text of texts) expect(is(text), text).to.equal(expected);
  };

  it('a moment is a valid one of RFC 3339, in the years 2000 to 2999 UTC', () => {
    const real = ['2026-02-12T09:30:00Z', '2026-02-12t09:30:00.123456z', '2024-02-29T23:59:59+03:00'];
    allOf([...real, '2000-01-01T00:00:00Z', '2999-12-31T23:59:59.999Z'], isDateTime, true);
    const unreal = [
      '2026-12-31T23:59:60Z',
      '2026-02-30T00:00:00Z',
      '2025-02-29T00:00:00Z',
      '2026-13-01T00:00:00Z',
    ];
    const odd = [
      '2026-02-12T24:00:00Z',
      '2026-02-12T09:60:00Z',
      '2026-02-12T09:30:00',
      '2026-02-12',
      '',
      'now',
    ];
    const far = [
      '0000-01-01T00:00:00Z',
      '1999-12-31T23:59:59Z',
      '3000-01-01T00:00:00Z',
      '9999-12-31T23:59:59-23:59',
    ];
    // In their own year, and in another one in UTC.
    const edges = ['2000-01-01T00:00:00+03:00', '2999-12-31T23:59:59-03:00', '2026-02-12T09:30:00+24:00'];
    allOf([...unreal, ...odd, ...far, ...edges], isDateTime, false);
  });

  it('a day is a valid one in the years 2000 to 2999, also in UTC from where it begins in Qatar', () => {
    allOf(['2000-01-02', '2026-02-12', '2000-02-29', '2024-02-29', '2999-12-31'], isDate, true);
    allOf(
      ['0000-01-01', '1999-12-31', '2000-01-01', '3000-01-01', '2026-02-29', '2026-04-31', '2026-00-10'],
      isDate,
      false,
    );
    allOf(['2026-01-00', '2026-1-1', '2026-01-01T00:00:00Z', '12026-01-01', ''], isDate, false);
  });
});
