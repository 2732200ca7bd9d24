import { expect } from 'chai';
import type { ResolvedToken } from '../../realtime/ports.ts';
import { caller, connectLive, freshNamespace, type LiveProcess, startLive, Tokens } from './live-fixture.ts';

/** So long that no look of its own can explain what these tests see. */
const NEVER = 3_600_000;

/** Tokens whose reading can be held up, as a database's can. */
class SlowTokens extends Tokens {
  held: Promise<void> = Promise.resolve();

  override async resolveToken(token: string): Promise<ResolvedToken> {
    const known = await super.resolveToken(token);
    await this.held;
    return known;
  }
}

describe('sockets of ended sessions', () => {
  const tokens = new SlowTokens();
  const processes: LiveProcess[] = [];
  const namespace = freshNamespace();
  before(async () => {
    for (let index = 0; index < 2; index += 1)
      processes.push(await startLive({ callers: tokens, namespace, recheckEvery: NEVER }));
  });
  after(() => Promise.all(processes.map((each) => each.close())));

  it('close at once in every process; those of other sessions and accounts stay', async () => {
    const [here, there] = processes as [LiveProcess, LiveProcess];
    const account = caller({ roles: ['BUYER'] });
    const [near, far] = [tokens.give(account), tokens.give(account)];
    const other = tokens.give({ ...account, sessionId: caller().sessionId });
    const stranger = tokens.give(caller());
    const clients = {
      near: await connectLive(here.url, near),
      far: await connectLive(there.url, far),
      otherSession: await connectLive(there.url, other),
      stranger: await connectLive(there.url, stranger),
    };
    tokens.revoke(near);
    tokens.revoke(far);
    const gone = [clients.near.disconnected(), clients.far.disconnected()];
    here.sessionsEnded(account.accountId);
    for (const client of [clients.near, clients.far])
      expect(await client.next('session.ended')).to.include({ code: 'auth.UNAUTHENTICATED' });
    expect(await Promise.all(gone)).to.deep.equal(['io server disconnect', 'io server disconnect']);
    // A word too many ends nothing.
    here.sessionsEnded(account.accountId);
    there.pusher.push([`account:${account.accountId}`], 'marker', {});
    await clients.otherSession.next('marker');
    expect(clients.otherSession.socket.connected).to.equal(true);
    expect(clients.stranger.socket.connected).to.equal(true);
    clients.otherSession.socket.close();
    clients.stranger.socket.close();
  });

  it('close when the session ended while the handshake was under way', async () => {
    const [here, there] = processes as [LiveProcess, LiveProcess];
    const account = caller({ roles: ['BUYER'] });
    const token = tokens.give(account);
    const marker = await connectLive(there.url, tokens.give(caller()));
    let release = () => {};
    tokens.held = new Promise((resolve) => {
      release = resolve;
    });
    const connecting = connectLive(there.url, token);
    // The session has been read and stands; now it ends, and only then does the handshake go on.
    await new Promise((resolve) => setTimeout(resolve, 100));
    tokens.revoke(token);
    here.sessionsEnded(account.accountId);
    here.pusher.push([`account:${marker.accountId}`], 'marker', {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    release();
    const client = await connecting;
    expect(await client.next('session.ended')).to.include({ code: 'auth.UNAUTHENTICATED' });
    marker.socket.close();
  });
});
