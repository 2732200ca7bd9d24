import { expect } from 'chai';
import { UNOBSERVED } from '../../realtime/live-observer.ts';
import { caller, connectLive, freshNamespace, startLive, Tokens } from './live-fixture.ts';

interface Measured {
  event: string;
  milliseconds: number;
  from: string;
}

describe('the time from a commit to a socket', () => {
  const closers: (() => unknown)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  it('is measured by one clock within a process, and from the commit’s own time otherwise', async () => {
    const [namespace, tokens, account] = [freshNamespace(), new Tokens(), caller()];
    const room = `account:${account.accountId}`;
    const measured: Measured[] = [];
    const observe = {
      ...UNOBSERVED,
      delivered: (event: string, milliseconds: number, from: string) =>
        void measured.push({ event, milliseconds, from }),
    };
    const here = await startLive({ namespace, callers: tokens, observe });
    const there = await startLive({ namespace, callers: tokens });
    closers.push(
      () => here.close(),
      () => there.close(),
    );
    const client = await connectLive(here.url, tokens.give(account));
    closers.push(() => client.socket.close());
    const began = performance.now();
    await here.pusher.push([room], 'own', {});
    await client.next('own');
    const took = performance.now() - began;
    await there.pusher.push([room], 'foreign', {});
    await client.next('foreign');
    // As when the sweeper delivers: committed a while ago, by a process that has ended.
    const committedAt = Date.now() - 90_000;
    await here.pusher.push([room], 'late', {}, 'from-the-outbox', committedAt);
    await client.next('late');
    const [own, foreign, late] = measured;
    expect(measured.map(({ event, from }) => [event, from])).to.deep.equal([
      ['own', 'here'],
      ['foreign', 'elsewhere'],
      ['late', 'elsewhere'],
    ]);
    expect(own?.milliseconds).to.be.within(0, took);
    expect(foreign?.milliseconds).to.be.within(0, 5_000);
    expect(late?.milliseconds).to.be.within(90_000, 95_000);
    expect(client.received.at(-1)?.stamp?.at).to.equal(new Date(committedAt).toISOString());
  });
});
