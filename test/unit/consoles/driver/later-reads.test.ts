import { expect } from 'chai';
import type { Part } from '../../../../consoles/driver/data/driver-data.ts';
import { LaterReads } from '../../../../consoles/driver/data/later-reads.ts';

describe('reading again after a step or an event', () => {
  let read: (readonly Part[])[];
  let waiting: number;
  let reads: LaterReads;
  beforeEach(() => {
    read = [];
    waiting = 0;
    reads = new LaterReads({ refresh: (...parts) => read.push(parts) }, () => waiting > 0);
  });

  it('covers what may have changed, at once while no step waits', () => {
    reads.heard({ event: 'route.updated' });
    reads.heard({ event: 'presence.changed' });
    expect(read).to.deep.equal([['route'], ['tasks']]);
  });

  it('covers all of it once, when the last step of a long queue has been sent', () => {
    waiting = 2;
    reads.decided({ kind: 'pick-up' });
    reads.heard({ event: 'cash.updated' });
    waiting = 1;
    reads.goOn();
    expect(read).to.deep.equal([]);
    waiting = 0;
    reads.decided({ kind: 'complete' });
    reads.goOn();
    expect(read).to.deep.equal([['tasks', 'driver', 'route', 'day', 'cash']]);
  });
});
