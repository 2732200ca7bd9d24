import { expect } from 'chai';
import {
  lengthOf,
  momentsOn,
  timeErrors,
  usualTimes,
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
    const evening = Date.parse('2026-11-23T15:37:00.000Z');
    expect(usualTimes('2026-11-23', evening)).to.deep.include({ start: '19:00', end: '03:00' });
    expect(usualTimes('2026-11-24', evening)).to.deep.include({ start: '08:00', end: '16:00' });
  });
});
