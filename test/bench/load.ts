import { v7 as uuidv7 } from 'uuid';
import type { ActorRuntime } from '../../actors/runtime/runtime.ts';

const PERSON = { accountId: '01900000-0000-7000-8000-000000000001', role: 'DRIVER' } as const;

export interface Load {
  runtime: ActorRuntime;
  type: 'count' | 'deliver';
  keys: readonly string[];
  /** Each caller gives its next command when the previous one is answered. */
  callers: number;
  seconds: number;
}

export interface Figures {
  commands: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** Durable commands per second: a response means that the commit is on disk. */
export async function measure({ runtime, type, keys, callers, seconds }: Load): Promise<Figures> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1_000;
  let turn = 0;
  const caller = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      // An order that visits every actor before it visits one twice.
      turn = (turn + 7_919) % keys.length;
      await runtime.execute(command(type, keys[turn] ?? ''));
      latencies.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const took = (performance.now() - start) / 1_000;
  latencies.sort((one, other) => one - other);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { commands: latencies.length, perSecond: latencies.length / took, p50: at(0.5), p99: at(0.99) };
}

/** One command for every actor, so that all are in memory. */
export async function touchAll(runtime: ActorRuntime, keys: readonly string[]): Promise<void> {
  let next = 0;
  const caller = async () => {
    for (let key = keys[next]; key !== undefined; key = keys[next]) {
      next += 1;
      await runtime.execute(command('count', key));
    }
  };
  await Promise.all(Array.from({ length: 200 }, caller));
}

function command(type: string, key: string) {
  const id = uuidv7();
  return {
    ...{ ref: { kind: 'driver', key } as const, type, payload: { task: id }, by: PERSON },
    ...{ id, requestId: id, correlationId: id },
  };
}
