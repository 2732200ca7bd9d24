import { expect } from 'chai';
import { occurrence, occurring } from '../../../actors/machines/occurred-at.ts';

const now = '2026-02-12T12:00:00.000Z';
const since = '2026-02-12T05:00:00.000Z';

describe("the moment that a driver's phone reports", () => {
  it('is accepted within the shift', () => {
    expect(occurrence('2026-02-12T11:10:00.000Z', { now, since })).to.equal('2026-02-12T11:10:00.000Z');
  });

  it('is never in the future: a clock slightly ahead is corrected, one far ahead is not trusted', () => {
    expect(occurrence('2026-02-12T12:01:59.000Z', { now, since })).to.equal(now);
    expect(occurrence('2026-02-12T12:02:01.000Z', { now, since })).to.equal(undefined);
  });

  it('is not before the shift, and without one not a day old', () => {
    expect(occurrence('2026-02-12T04:59:59.000Z', { now, since })).to.equal(undefined);
    expect(occurrence('2026-02-11T13:00:00.000Z', { now })).to.equal('2026-02-11T13:00:00.000Z');
    expect(occurrence('2026-02-11T11:59:00.000Z', { now, since: null })).to.equal(undefined);
  });

  it('is left out when it is missing or not a time', () => {
    expect(occurrence(undefined, { now, since })).to.equal(undefined);
    expect(occurrence('soon', { now, since })).to.equal(undefined);
  });

  it('is part of the events of what was accepted, and refuses nothing', () => {
    const event = { type: 'X', v: 1 };
    const reported = { occurredAt: '2026-02-12T11:10:00.000Z' };
    const accepted = { outcome: 'accepted', events: [event] } as const;
    expect(occurring(accepted, reported, { now, since })).to.deep.equal({
      outcome: 'accepted',
      events: [{ ...event, ...reported }],
    });
    expect(occurring(accepted, { occurredAt: '2027-01-01T00:00:00Z' }, { now, since })).to.equal(accepted);
    const unchanged = { outcome: 'unchanged' } as const;
    expect(occurring(unchanged, reported, { now, since })).to.equal(unchanged);
  });
});
