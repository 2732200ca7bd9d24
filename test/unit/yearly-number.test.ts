import { expect } from 'chai';
import { yearlyNumber } from '../../server/kernel/calendar/yearly-number.ts';

describe('numbers of orders and receipts', () => {
  it('contain the year, by the date in Qatar', () => {
    expect(yearlyNumber('W', new Date('2026-12-31T20:59:59Z'), 7)).to.equal('W-2026-000007');
    expect(yearlyNumber('R', new Date('2026-12-31T21:00:00Z'), 1_234_567)).to.equal('R-2027-1234567');
  });
});
