import { PiggybackedOutbox } from '../../actors/runtime/piggybacked-outbox.ts';
import { Relay } from '../../actors/runtime/relay.ts';
import { PgActorStore } from '../../db/stores/actor-store.ts';
import { PgGroupStore } from '../../db/stores/group-store.ts';
import { GroupConnections } from '../../db/stores/group-store-connections.ts';
import { around } from './around.ts';
import type { Charge, CrashPoint } from './protocol.ts';

/** Milliseconds after which a statement, or a response, has been sent. */
const MOMENT = 2;

/** Kills or stops this process at the point it was armed for, as suddenly as the system does. */
export class Fuse {
  #armed: Charge | null = null;

  arm(charge: Charge): void {
    this.#armed = charge;
  }

  armed(point: CrashPoint): boolean {
    return this.#armed?.point === point && Date.now() < this.#armed.before;
  }

  /** A process that was stopped goes on here when it is continued. */
  pass(point: CrashPoint): void {
    if (this.#armed === null || !this.armed(point)) return;
    const { signal } = this.#armed;
    this.#armed = null;
    process.kill(process.pid, signal);
  }
}

/** Makes every path through the runtime of this process pass its crash points. */
export function layFuse(fuse: Fuse): void {
  around(PgGroupStore.prototype, 'activate', async (run, ref) => {
    fuse.pass('claimed');
    const activation = await run(ref);
    fuse.pass('activated');
    return activation;
  });
  around(PgGroupStore.prototype, 'write', async (run, ...batch) => {
    fuse.pass('before-commit');
    const results = await run(...batch);
    fuse.pass('committed');
    return results;
  });
  around(GroupConnections.prototype, 'write', (run, ...statement) => {
    if (fuse.armed('commit-sent')) setTimeout(() => fuse.pass('commit-sent'), MOMENT);
    return run(...statement);
  });
  around(PgActorStore.prototype, 'locked', (run, ref, work) =>
    run(ref, async (turn) => {
      const result = await work(turn);
      fuse.pass('row-locked');
      return result;
    }),
  );
  around(Relay.prototype, 'deliver', (run, row) => {
    if (!fuse.armed('before-effects')) return run(row);
    return new Promise(() => setTimeout(() => fuse.pass('before-effects'), MOMENT));
  });
  around(PiggybackedOutbox.prototype, 'done', (run, id) => {
    fuse.pass('before-finish');
    return run(id);
  });
}
