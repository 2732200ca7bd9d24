import { ActivationRuntime } from '../../actors/runtime/activation/activation-runtime.ts';
import { ALL_ROWS, type OwnRows } from '../../actors/runtime/activation/own-rows.ts';
import { PiggybackedOutbox } from '../../actors/runtime/piggybacked-outbox.ts';
import type { Registry } from '../../actors/runtime/registry.ts';
import type { Relay } from '../../actors/runtime/relay.ts';
import { RowLockedRuntime } from '../../actors/runtime/row-locked-runtime.ts';
import type { ActorRuntime } from '../../actors/runtime/runtime.ts';
import type { OutboxStore } from '../../actors/runtime/store.ts';
import { AnswerWatch } from '../../db/answer-watch.ts';
import { realTimers } from '../../db/real-timers.ts';
import { openOwnership } from '../../db/redis/ownership.ts';
import { openTransport } from '../../db/redis/transport.ts';
import { PgActorStore } from '../../db/stores/actor-store.ts';
import { PgGroupStore } from '../../db/stores/group-store.ts';
import { commandHasher } from '../kernel/actors/command-hash.ts';
import type { ClockWatch } from '../kernel/clock/clock-watch.ts';
import { toWaslError } from '../kernel/http/problem.ts';
import { tracedActorStore, tracedGroupStore } from '../kernel/tracing/traced-runtime.ts';
import { boundedRuntime } from './bounded-runtime.ts';
import type { Base } from './compose-base.ts';
import { framesOf } from './frames-of.ts';

/** Concurrent statements per process, of group commits and of activations. */
const MAX_GROUP_WRITES = 3;
const MAX_GROUP_READS = 4;

export interface ComposedRuntime {
  runtime: ActorRuntime;
  useRelay(relay: Relay): void;
  /** The outbox as the relay should use it. */
  outbox(outbox: OutboxStore): PiggybackedOutbox;
}

/** Composes the configured runtime. Owners fall back to row locks. */
export async function composeRuntime(base: Base, registry: Registry): Promise<ComposedRuntime> {
  const { clock, config, secrets, clockWatch } = base;
  const hashRequest = commandHasher(secrets);
  const { tracing } = base;
  const plain = new PgActorStore(base.turns);
  const store = tracing === null ? plain : tracedActorStore(plain, tracing);
  const rowLocked = new RowLockedRuntime({ store, registry, clock, hashRequest });
  const bounded = boundedRuntime(rowLocked, {
    connections: config.poolSize,
    onShed: () => base.metrics.owner.shed('rows'),
  });
  const fallback = byRightClock(bounded, clockWatch);
  if (config.actorRuntime === 'sticky')
    return composeActivations({ base, registry, rowLocked, fallback, hashRequest });
  return {
    runtime: fallback,
    useRelay: (relay) => rowLocked.useRelay(relay),
    outbox: (outbox) => new PiggybackedOutbox(outbox, realTimers),
  };
}

/** Refuses every command while the clock is wrong: what happens is written with the time at which it was decided. */
function byRightClock(runtime: ActorRuntime, clockWatch: ClockWatch): ActorRuntime {
  return {
    execute: async (request) => {
      clockWatch.refuse();
      return runtime.execute(request);
    },
  };
}

/** A zone's command reads and writes one task's ticket; these driver commands read all collections. */
const ownRows: OwnRows = ({ ref: { kind }, type, payload }) => {
  if (kind === 'zone') return typeof payload.taskId === 'string' ? payload.taskId : null;
  const reads = kind === 'driver' && ['hand-in', 'approve-settlement', 'uncollect'].includes(type);
  return reads ? ALL_ROWS : null;
};

interface ActivationParts {
  base: Base;
  registry: Registry;
  rowLocked: RowLockedRuntime;
  /** `rowLocked`, bounded. */
  fallback: ActorRuntime;
  hashRequest(type: string, payload: object): Buffer;
}

/**
 * Owners with group commit while Redis holds the ownership leases. Closing hands every actor over before the
 * lease ends.
 */
async function composeActivations({
  base,
  registry,
  rowLocked,
  fallback,
  hashRequest,
}: ActivationParts): Promise<ComposedRuntime> {
  const { clock, clockWatch, closers, log, metrics } = base;
  const { connections } = base;
  const namespace = connections.namespace('owners');
  const ownership = await openOwnership({ redis: connections.open('owners', 'commands'), namespace, log });
  closers.add('ownership', () => ownership.close());
  const redis = { pub: connections.open('owners', 'publish'), sub: connections.open('owners', 'subscribe') };
  const wire = await openTransport({ redis, namespace, ownership, frames: framesOf(base, 'commands'), log });
  closers.add('wire', async () => wire.close());
  const pools = { name: 'wasl-owners', writes: MAX_GROUP_WRITES, reads: MAX_GROUP_READS };
  const store = new PgGroupStore(base.primary, pools);
  closers.add('group commits', () => store.close());
  const owners = new ActivationRuntime({
    store: base.tracing === null ? store : tracedGroupStore(store, base.tracing),
    ...{ ownership, wire, registry, clock, hashRequest, ownRows },
    fallback,
    timers: realTimers,
    toWaslError: (error) => {
      log.error({ err: error }, 'a forwarded command failed');
      return toWaslError(error);
    },
    metrics: metrics.owner,
  });
  const suspend = (reason: string) => (bad: boolean) =>
    bad ? ownership.suspend(reason) : ownership.resume(reason);
  clockWatch.onChange(suspend('the clock is wrong'));
  // An owner that can write nothing would keep its actors from processes that can.
  const answers = new AnswerWatch(base.primary);
  closers.add('watch over answers of the database', () => answers.close());
  answers.onChange(suspend('the database does not answer'));
  metrics.watchOwners(() => owners.gauges());
  closers.add('owned actors', async () => {
    await owners.handOver();
    owners.close();
  });
  return {
    runtime: byRightClock(owners, clockWatch),
    useRelay: (relay) => {
      rowLocked.useRelay(relay);
      owners.useRelay(relay);
    },
    outbox: (outbox) => owners.piggybackedOutbox(outbox),
  };
}
