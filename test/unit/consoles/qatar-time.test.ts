import { expect } from 'chai';
import {
  addDays,
  daySpan,
  momentOf,
  qatarClock,
  qatarDay,
  qatarInstant,
} from '../../../consoles/shared/i18n/qatar-time.ts';

describe('the time in Qatar', () => {
  const lateEvening = '2026-02-28T21:30:00.000Z';

  it('is three hours ahead of UTC, with a date of its own', () => {
    expect(qatarDay(lateEvening)).to.equal('2026-03-01');
    expect(qatarClock(lateEvening)).to.equal('00:30');
    expect(qatarDay(Date.parse(lateEvening))).to.equal('2026-03-01');
  });

  it('is the moment of a typed time, and null for what is not a time', () => {
    expect(momentOf('2026-03-01', '00:30')).to.equal(lateEvening);
    expect(momentOf('2026-03-01', '00:30:09')).to.equal('2026-02-28T21:30:09.000Z');
    expect(qatarInstant(lateEvening, '14:05')).to.equal('2026-03-01T11:05:00.000Z');
    for (const clock of ['', '7:00', '25:00', '12:60', 'noon']) {
      expect(momentOf('2026-03-01', clock), clock).to.equal(null);
    }
  });

  it('has days from midnight to midnight, one after the other', () => {
    const { from, to } = daySpan('2026-03-01');
    expect(new Date(from).toISOString()).to.equal('2026-02-28T21:00:00.000Z');
    expect(to - from).to.equal(86_400_000);
    expect(addDays('2026-02-28', 1)).to.equal('2026-03-01');
    expect(addDays('2026-03-01', -1)).to.equal('2026-02-28');
    expect(addDays('2026-12-31', 1)).to.equal('2027-01-01');
  });
});
