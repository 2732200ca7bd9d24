import { once } from 'node:events';
import type { GroupWrite } from '../../actors/runtime/activation-ports.ts';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import { PiggybackedOutbox } from '../../actors/runtime/piggybacked-outbox.ts';
import { Relay } from '../../actors/runtime/relay.ts';
import { PgActorStore } from '../../db/stores/actor-store.ts';
import { PgGroupStore } from '../../db/stores/group-store.ts';
import { GroupConnections } from '../../db/stores/group-store-connections.ts';
import { around } from './around.ts';
import type { Charge, CrashPoint } from './protocol.ts';

/** Milliseconds after which a statement, or a response, has been sent. */
const MOMENT = 2;

/** Kills this process at the point it was armed for, as suddenly as the system does. */
export class Fuse {
  #armed: Charge | null = null;

  arm(charge: Charge): void {
    this.#armed = charge;
  }

  armed(point: CrashPoint): boolean {
    return this.#armed?.point === point && Date.now() < this.#armed.before;
  }

  pass(point: CrashPoint): void {
    if (this.armed(point)) process.kill(process.pid, 'SIGKILL');
  }
}

/** Holds a write of this process until the process has been stopped and goes on, when others own its actors. */
export class LateWrite {
  #ordered: { before: number; onHeld(refs: ActorRef[]): void } | null = null;

  /** The next write before that moment is held. @param onHeld Called with its actors: the process is to be stopped now. */
  order(before: number, onHeld: (refs: ActorRef[]) => void): void {
    this.#ordered = { before, onHeld };
  }

  async hold(writes: readonly GroupWrite[]): Promise<void> {
    const refs = writes.flatMap((write) => (write.kind === 'commit' ? [write.commit.ref] : []));
    if (this.#ordered === null || refs.length === 0 || Date.now() >= this.#ordered.before) return;
    const { onHeld } = this.#ordered;
    this.#ordered = null;
    const goesOn = once(process, 'SIGCONT');
    onHeld(refs);
    await goesOn;
  }
}

/** Makes every path through the runtime of this process pass its crash points. */
export function layFuse(fuse: Fuse, late: LateWrite): void {
  around(PgGroupStore.prototype, 'activate', async (run, ref) => {
    fuse.pass('claimed');
    const activation = await run(ref);
    fuse.pass('activated');
    return activation;
  });
  around(PgGroupStore.prototype, 'write', async (run, ...batch) => {
    fuse.pass('before-commit');
    await late.hold(batch[0]);
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
