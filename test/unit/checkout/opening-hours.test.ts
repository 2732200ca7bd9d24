import { expect } from 'chai';
import fc from 'fast-check';
import {
  addOpenMinutes,
  DEFAULT_HOURS,
  misplacedSpan,
  weeklyMinutes,
} from '../../../server/kernel/calendar/opening-hours.ts';
import { qatarDay } from '../../../server/kernel/calendar/qatar-time.ts';
import { isWorkingDay } from '../../../server/kernel/calendar/working-days.ts';

// 2026-02-10 is a Tuesday; Friday is the 13th.
const none = { holidays: [] };
const inQatar = (text: string) => new Date(`${text}+03:00`);

describe('the acceptance deadline within the seller’s opening hours', () => {
  const deadline = (from: string, minutes: number, holidays: string[] = []) =>
    addOpenMinutes(inQatar(from), minutes, { holidays }).toISOString();
  const expected = (text: string) => inQatar(text).toISOString();

  it('runs within one working day', () => {
    expect(deadline('2026-02-10T09:30:00', 240)).to.equal(expected('2026-02-10T13:30:00'));
  });

  it('may fall on the end of the working day', () => {
    expect(deadline('2026-02-10T16:00:00', 240)).to.equal(expected('2026-02-10T20:00:00'));
  });

  it('continues the next morning', () => {
    expect(deadline('2026-02-10T18:00:00', 240)).to.equal(expected('2026-02-11T10:00:00'));
    expect(deadline('2026-02-10T20:00:00', 240)).to.equal(expected('2026-02-11T12:00:00'));
    expect(deadline('2026-02-10T23:59:00', 240)).to.equal(expected('2026-02-11T12:00:00'));
  });

  it('starts at opening for an order placed at night', () => {
    expect(deadline('2026-02-10T03:00:00', 240)).to.equal(expected('2026-02-10T12:00:00'));
  });

  it('skips weekend and holidays', () => {
    expect(deadline('2026-02-12T19:00:00', 240)).to.equal(expected('2026-02-15T11:00:00'));
    expect(deadline('2026-02-12T19:00:00', 240, ['2026-02-15'])).to.equal(expected('2026-02-16T11:00:00'));
    expect(deadline('2026-02-13T12:00:00', 240)).to.equal(expected('2026-02-15T12:00:00'));
  });

  it('spans several days', () => {
    expect(deadline('2026-02-10T08:00:00', 3 * 12 * 60)).to.equal(expected('2026-02-12T20:00:00'));
    expect(deadline('2026-02-10T08:00:00', 3 * 12 * 60 + 1)).to.equal(expected('2026-02-15T08:01:00'));
  });

  it('lies in working time, adds up and never comes earlier for a later order', () => {
    const start = Date.parse('2026-01-01T00:00:00Z');
    const instants = fc
      .integer({ min: 0, max: 365 * 24 * 60 })
      .map((minute) => new Date(start + minute * 60_000));
    const minutes = fc.integer({ min: 1, max: 5_000 });
    fc.assert(
      fc.property(instants, minutes, minutes, fc.integer({ min: 0, max: 10_000 }), (from, a, b, later) => {
        const end = addOpenMinutes(from, a, none);
        const local = new Date(end.getTime() + 3 * 3_600_000);
        const minute = local.getUTCHours() * 60 + local.getUTCMinutes();
        expect(isWorkingDay(qatarDay(end), none)).to.equal(true);
        expect(minute).to.be.within(8 * 60, 20 * 60);
        expect(addOpenMinutes(end, b, none)).to.deep.equal(addOpenMinutes(from, a + b, none));
        const second = addOpenMinutes(new Date(from.getTime() + later * 60_000), a, none);
        expect(second.getTime()).to.be.at.least(end.getTime());
      }),
      { numRuns: 300 },
    );
  });

  it('is counted in the seller’s own hours', () => {
    const split = [
      { from: '09:00', to: '13:00' },
      { from: '16:00', to: '24:00' },
    ];
    const closed = { ...DEFAULT_HOURS, monday: [], tuesday: split, wednesday: [], thursday: [], sunday: [] };
    const hours = { ...closed, friday: [{ from: '00:00', to: '24:00' }] };
    const own = (from: string, minutes: number, holidays: string[] = []) =>
      addOpenMinutes(inQatar(from), minutes, { holidays, hours }).toISOString();
    expect(own('2026-02-10T12:00:00', 240)).to.equal(expected('2026-02-10T19:00:00'));
    expect(own('2026-02-10T14:00:00', 480)).to.equal(expected('2026-02-11T00:00:00'));
    expect(own('2026-02-10T22:00:00', 121)).to.equal(expected('2026-02-13T00:01:00'));
    expect(own('2026-02-10T22:00:00', 121, ['2026-02-13'])).to.equal(expected('2026-02-17T09:01:00'));
  });

  it('requires hours in their order, and counts how many a week has', () => {
    expect(weeklyMinutes(DEFAULT_HOURS)).to.equal(5 * 12 * 60);
    expect(misplacedSpan(DEFAULT_HOURS)).to.equal(null);
    const spans = (...friday: { from: string; to: string }[]) => misplacedSpan({ ...DEFAULT_HOURS, friday });
    expect(spans({ from: '00:00', to: '12:00' }, { from: '12:01', to: '24:00' })).to.equal(null);
    expect(spans({ from: '10:00', to: '10:00' })).to.deep.equal({ day: 'friday', index: 0 });
    expect(spans({ from: '08:00', to: '12:00' }, { from: '11:00', to: '13:00' })).to.deep.equal({
      day: 'friday',
      index: 1,
    });
  });
});
