import { expect } from 'chai';
import type { ResolvedToken } from '../../realtime/ports.ts';
import { caller, connectLive, freshNamespace, type LiveProcess, startLive, Tokens } from './live-fixture.ts';

/** Milliseconds: so long that no periodic check can cause what these tests observe. */
const NEVER = 3_600_000;

/** Tokens whose lookup can be delayed, as by a slow database. */
class SlowTokens extends Tokens {
  #held: { read: () => void; until: Promise<void> } | null = null;

  /**
   * Delays the next lookup: `read` resolves once the token was read, and `release` lets the lookup return what was
   * read.
   */
  hold(): { read: Promise<void>; release: () => void } {
    let release = () => {};
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    const read = new Promise<void>((resolve) => {
      this.#held = { read: resolve, until };
    });
    return { read, release };
  }

  override async resolveToken(token: string): Promise<ResolvedToken> {
    const known = await super.resolveToken(token);
    const held = this.#held;
    this.#held = null;
    held?.read();
    await held?.until;
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

  it('are closed at once in every process; those of other sessions and accounts stay', async () => {
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
    // A repeated message ends nothing more.
    here.sessionsEnded(account.accountId);
    there.pusher.push([`account:${account.accountId}`], 'marker', {});
    await clients.otherSession.next('marker');
    expect(clients.otherSession.socket.connected).to.equal(true);
    expect(clients.stranger.socket.connected).to.equal(true);
    clients.otherSession.socket.close();
    clients.stranger.socket.close();
  });

  it('are closed when the session ended during the handshake', async () => {
    const [here, there] = processes as [LiveProcess, LiveProcess];
    const account = caller({ roles: ['BUYER'] });
    const token = tokens.give(account);
    const watcher = caller();
    const marker = await connectLive(there.url, tokens.give(watcher));
    const held = tokens.hold();
    const connecting = connectLive(there.url, token);
    // The session was read while it was valid; now it ends, and the handshake continues only when the other process
    // knows.
    await held.read;
    tokens.revoke(token);
    here.sessionsEnded(account.accountId);
    here.pusher.push([`account:${watcher.accountId}`], 'marker', {});
    await marker.next('marker');
    held.release();
    const client = await connecting;
    expect(await client.next('session.ended')).to.include({ code: 'auth.UNAUTHENTICATED' });
    marker.socket.close();
  });
});
