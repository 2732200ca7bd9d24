import { expect } from 'chai';
import {
  lengthOf,
  momentsOn,
  timeErrors,
  usualShift,
} from '../../../../consoles/dispatch/screens/shifts/shift-form.ts';

const NIGHT = { start: '16:00', end: '08:00', breaks: [{ from: '00:30', to: '01:00' }] };

describe('the form of a shift', () => {
  it('takes an end before the start to mean the next day, and shows the duration', () => {
    expect(lengthOf(NIGHT)).to.equal(16 * 3_600);
    expect(timeErrors(NIGHT)).to.deep.equal({});
    expect(momentsOn('2026-11-23', NIGHT)).to.deep.equal({
      plannedStart: '2026-11-23T13:00:00.000Z',
      plannedEnd: '2026-11-24T05:00:00.000Z',
      breaks: [{ from: '2026-11-23T21:30:00.000Z', to: '2026-11-23T22:00:00.000Z' }],
    });
  });

  it('ignores nothing that was typed: half a break is an error', () => {
    const day = { start: '08:00', end: '16:00' };
    expect(timeErrors({ ...day, breaks: [{ from: '12:00', to: '' }] })).to.deep.equal({
      breaks: 'breakHalf',
    });
    expect(timeErrors({ ...day, breaks: [{ from: '', to: '' }] })).to.deep.equal({});
    expect(timeErrors({ ...day, breaks: [{ from: '15:30', to: '16:30' }] })).to.deep.equal({
      breaks: 'breakOutside',
    });
    expect(timeErrors({ start: '16:00', end: '09:00', breaks: [] })).to.deep.equal({ end: 'tooLong' });
    expect(timeErrors({ start: '', end: '', breaks: [] })).to.deep.equal({ start: 'needed', end: 'needed' });
  });

  it('starts with hours that are in the future', () => {
    const at = (clock: string) => Date.parse(`2026-11-23T${clock}:00.000Z`);
    const usual = (day: string, now: number) => {
      const { day: begins, times } = usualShift(day, now);
      return `${begins} ${times.start} ${times.end}`;
    };
    expect(usual('2026-11-23', at('15:37'))).to.equal('2026-11-23 19:00 03:00');
    expect(usual('2026-11-24', at('15:37'))).to.equal('2026-11-24 08:00 16:00');
    expect(usual('2026-11-23', at('20:30')), 'in the last hour of the day').to.equal(
      '2026-11-24 00:00 08:00',
    );
  });
});
