import { expect } from 'chai';
import { connectionOf, type Signs } from '../../../../consoles/driver/data/connection.ts';

const queue = (waiting: number, obstacle: Signs['queue']['obstacle'] = null) => ({
  waiting,
  sending: false,
  obstacle,
});
const signs = (change: Partial<Signs>): Signs => ({
  network: true,
  live: 'live',
  settled: true,
  reached: true,
  queue: queue(0),
  ...change,
});

describe('what the header shows about the connection', () => {
  it('online, sending, or offline with the number of waiting steps', () => {
    expect(connectionOf(signs({}))).to.deep.equal({ kind: 'online' });
    expect(connectionOf(signs({ queue: queue(3) }))).to.deep.equal({ kind: 'sending', count: 3 });
    expect(connectionOf(signs({ network: false, queue: queue(2) }))).to.deep.equal({
      kind: 'offline',
      queued: 2,
    });
    expect(connectionOf(signs({ queue: queue(2, 'OFFLINE') }))).to.deep.equal({ kind: 'offline', queued: 2 });
  });

  it('a delayed live connection alone does not make a responding service unreachable', () => {
    expect(connectionOf(signs({ live: 'offline' }))).to.deep.equal({ kind: 'online' });
    expect(connectionOf(signs({ live: 'offline', reached: false }))).to.deep.equal({
      kind: 'offline',
      queued: 0,
    });
    expect(connectionOf(signs({ live: 'offline', reached: false, settled: false }))).to.deep.equal({
      kind: 'connecting',
    });
  });
});
