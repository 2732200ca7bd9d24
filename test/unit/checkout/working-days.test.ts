import { expect } from 'chai';
import { endOfDay, qatarDay } from '../../../server/kernel/calendar/qatar-time.ts';
import {
  addWorkingDays,
  deliveryPromise,
  isWorkingDay,
} from '../../../server/kernel/calendar/working-days.ts';

// 2026-02-10 is a Tuesday; Friday is the 13th.
const none = { holidays: [] };
const calendar = { holidays: [], cutoff: '14:00' };
const standard = { minDays: 2, maxDays: 4 };
const express = { minDays: 1, maxDays: 1 };
const inQatar = (text: string) => new Date(`${text}+03:00`);

describe('working days', () => {
  it('take the date in Qatar around midnight', () => {
    expect(qatarDay(new Date('2026-02-10T20:59:59.999Z'))).to.equal('2026-02-10');
    expect(qatarDay(new Date('2026-02-10T21:00:00.000Z'))).to.equal('2026-02-11');
  });

  it('end at the following midnight', () => {
    expect(endOfDay('2026-02-10').toISOString()).to.equal('2026-02-10T21:00:00.000Z');
  });

  it('are Sunday to Thursday, except holidays', () => {
    const week = ['08', '09', '10', '11', '12', '13', '14'].map((day) => `2026-02-${day}`);
    const worked = week.map((day) => isWorkingDay(day, { holidays: ['2026-02-10'] }));
    expect(worked).to.deep.equal([true, true, false, true, true, false, false]);
  });

  it('are counted over weekends, holidays and the end of a year', () => {
    expect(addWorkingDays('2026-02-12', 1, none)).to.equal('2026-02-15');
    expect(addWorkingDays('2026-02-12', 1, { holidays: ['2026-02-15', '2026-02-16'] })).to.equal(
      '2026-02-17',
    );
    expect(addWorkingDays('2026-12-31', 1, none)).to.equal('2027-01-03');
    expect(addWorkingDays('2028-02-28', 1, none)).to.equal('2028-02-29');
  });

  it('include the next one when none is counted', () => {
    expect(addWorkingDays('2026-02-10', 0, none)).to.equal('2026-02-10');
    expect(addWorkingDays('2026-02-13', 0, none)).to.equal('2026-02-15');
  });
});

describe('the delivery promise', () => {
  it('is standard in 2 to 4 working days, express on the next', () => {
    const placed = new Date('2026-02-10T09:12:31.207Z');
    expect(deliveryPromise(placed, standard, calendar)).to.deep.equal({
      earliest: '2026-02-12',
      latest: '2026-02-16',
    });
    expect(deliveryPromise(placed, express, calendar)).to.deep.equal({
      earliest: '2026-02-11',
      latest: '2026-02-11',
    });
  });

  it('counts an order at the cut-off as today’s, one after it as tomorrow’s', () => {
    const latest = (placed: string) => deliveryPromise(inQatar(placed), express, calendar).latest;
    expect(latest('2026-02-10T14:00:00.000')).to.equal('2026-02-11');
    expect(latest('2026-02-10T14:00:00.001')).to.equal('2026-02-12');
  });

  it('reads the cut-off in Qatar, not in UTC', () => {
    expect(deliveryPromise(new Date('2026-02-10T11:30:00Z'), express, calendar).latest).to.equal(
      '2026-02-12',
    );
    expect(deliveryPromise(new Date('2026-02-10T21:30:00Z'), express, calendar).latest).to.equal(
      '2026-02-12',
    );
  });

  it('skips the weekend', () => {
    const latest = (placed: string) => deliveryPromise(inQatar(placed), express, calendar).latest;
    expect(latest('2026-02-12T10:00:00')).to.equal('2026-02-15');
    expect(latest('2026-02-12T15:00:00')).to.equal('2026-02-15');
    expect(latest('2026-02-13T10:00:00')).to.equal('2026-02-15');
    expect(latest('2026-02-14T15:00:00')).to.equal('2026-02-16');
  });
});
