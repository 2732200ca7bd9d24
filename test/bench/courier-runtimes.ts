import { v7 as uuidv7 } from 'uuid';
import { ActivationRuntime } from '../../actors/runtime/activation/activation-runtime.ts';
import type { ActivationLimits } from '../../actors/runtime/activation/limits.ts';
import { NO_METRICS } from '../../actors/runtime/activation/metrics.ts';
import type { CommandTransport, Ownership } from '../../actors/runtime/activation-ports.ts';
import { type Registry, register } from '../../actors/runtime/registry.ts';
import { RowLockedRuntime } from '../../actors/runtime/row-locked-runtime.ts';
import type { ActorRuntime } from '../../actors/runtime/runtime.ts';
import { openDatabase } from '../../db/database.ts';
import { realTimers } from '../../db/real-timers.ts';
import { PgActorStore } from '../../db/stores/actor-store.ts';
import { PgGroupStore } from '../../db/stores/group-store.ts';
import { onlyKey } from '../../server/kernel/process/secret-config.ts';
import { Secrets } from '../../server/kernel/security/secrets.ts';
import { courierMachine, newborn } from './courier-machine.ts';

export interface Contender {
  name: string;
  runtime: ActorRuntime;
  /** Turns per batch and milliseconds of a batch since the last call. */
  batches(): string;
  close(): Promise<void>;
}

const registration = register(courierMachine, async () => ({}));
const registry: Registry = { order: registration, driver: registration, zone: registration };
const clock = { now: () => new Date() };
const secrets = new Secrets(onlyKey('a secret of the bench, 32 bytes and more'));
const hashRequest = (type: string, payload: object) =>
  secrets.lastingHash('request', type, JSON.stringify(payload));

export function rowLocked(url: string, connections: number): Contender {
  const turns = openDatabase(url, { name: 'bench-turns', max: connections });
  const runtime = new RowLockedRuntime({ store: new PgActorStore(turns), registry, clock, hashRequest });
  return { name: 'row-locked', runtime, batches: () => '', close: () => turns.destroy() };
}

/** One process that owns everything: what Redis would decide costs nothing once an actor is active. */
export function sticky(url: string, limits: Partial<ActivationLimits>): Contender {
  const store = new PgGroupStore(url, { name: 'bench-group', writes: limits.pipeline ?? 2, reads: 8 });
  const alone: Ownership & CommandTransport = {
    incarnation: 'bench',
    available: true,
    claim: async () => ({ kind: 'mine' }),
    lives: async () => true,
    retire: () => undefined,
    release: async () => undefined,
    onLost: () => undefined,
    forward: () => Promise.reject(new Error('there is no other process')),
    serve: () => undefined,
  };
  const seen = { batches: 0, turns: 0, milliseconds: 0 };
  const runtime = new ActivationRuntime({
    ...{ store, ownership: alone, wire: alone, registry, clock, hashRequest, limits },
    fallback: { execute: () => Promise.reject(new Error('the bench never falls back')) },
    ownRows: () => null,
    timers: realTimers,
    metrics: {
      ...NO_METRICS,
      batch: (turns, milliseconds) => {
        seen.batches += 1;
        seen.turns += turns;
        seen.milliseconds += milliseconds;
      },
    },
  });
  return {
    name: 'sticky',
    runtime,
    batches: () => {
      const { batches, turns, milliseconds } = seen;
      Object.assign(seen, { batches: 0, turns: 0, milliseconds: 0 });
      return `${(turns / batches).toFixed(0)} turns and ${(milliseconds / batches).toFixed(1)} ms a batch`;
    },
    close: async () => {
      await runtime.handOver();
      runtime.close();
      await store.close();
    },
  };
}

/** Actors and their drivers' rows, created in bulk. */
export async function makeCouriers(url: string, count: number): Promise<string[]> {
  const database = openDatabase(url, { name: 'bench-creations', max: 1 });
  const keys = Array.from({ length: count }, () => uuidv7());
  try {
    await database.raw(
      `INSERT INTO accounts (id, email, display_name, locale)
       SELECT id, id || '@example.com', 'Courier', 'en' FROM unnest(?::uuid[]) id`,
      [keys],
    );
    await database.raw(
      `INSERT INTO drivers (id, account_id, full_name, phone, vehicle_type, status, actor_version)
       SELECT id, id, 'Courier', '+97455500000', 'CAR', 'APPROVED', 1 FROM unnest(?::uuid[]) id`,
      [keys],
    );
    await database.raw(
      `INSERT INTO actor (kind, key, version, schema, state)
       SELECT 'driver', id, 1, 1, jsonb_set(?::jsonb, '{driverId}', to_jsonb(id)) FROM unnest(?::uuid[]) id`,
      [JSON.stringify(newborn('')), keys],
    );
    await database.raw('ANALYZE actor, drivers');
  } finally {
    await database.destroy();
  }
  return keys;
}
