import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';
import { Follower } from './follower.ts';
import { freshNamespace, startLive, Tokens } from './live-fixture.ts';

/** Milliseconds between two heartbeats of the frozen process. */
const HEARTBEAT = 200;

describe('a live process that is suspended', () => {
  const closers: (() => unknown)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  it('is noticed, and nothing counts as live again before all events of the meantime are shown', async function () {
    this.timeout(40_000);
    const namespace = freshNamespace();
    const child = fork(path.join(projectRoot, 'test/realtime/live-child.ts'), [namespace, `${HEARTBEAT}`], {
      execArgv: ['--import', 'tsx'],
    });
    closers.push(async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    });
    const [url] = (await once(child, 'message')) as [string];
    const other = await startLive({ namespace, callers: new Tokens() });
    closers.push(() => other.close());
    const accountId = randomUUID();
    const room = `account:${accountId}`;
    const push = (id: string) => other.pusher.push([room], 'notification.created', {}, id);
    const follower = new Follower({ url, token: async () => accountId });
    closers.push(() => follower.client.close());
    await follower.live();
    await push('before');
    await follower.heardId('before');

    for (const round of ['first', 'second']) {
      child.kill('SIGSTOP');
      const stoppedAt = Date.now();
      await follower.until(() => follower.client.status.state === 'stale');
      expect(follower.client.status.since).to.be.at.most(stoppedAt + HEARTBEAT);
      const missed = Array.from({ length: 50 }, (_, index) => `${round} ${index}`);
      for (const id of missed) await push(id);
      // Longer than a mere delay, and in the second round long enough for the client to give the connection up.
      const length = round === 'first' ? 2_300 : HEARTBEAT * 6 + 2_300;
      await follower.until(() => Date.now() - stoppedAt > length);
      expect(follower.client.status.state).to.not.equal('live');
      const shown = follower.heard.length;
      child.kill('SIGCONT');
      await follower.live();
      // At the moment the state becomes "live".
      expect(follower.heard.length - shown, round).to.equal(missed.length);
    }
    expect(follower.idsOf(room)).to.have.lengthOf(101);
    expect(follower.snapshots).to.deep.equal([room]);
    expect(follower.faults).to.deep.equal([]);
  });
});
