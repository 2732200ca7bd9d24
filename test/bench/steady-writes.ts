import { v7 as uuidv7 } from 'uuid';
import type { ActorRuntime } from '../../actors/runtime/runtime.ts';
import { pause } from '../../scripts/shared/waiting.ts';

const PERSON = { accountId: '01900000-0000-7000-8000-000000000001', role: 'DRIVER' } as const;

/**
 * Commands at fixed times, also when it is behind; returns how long each took, from the time at which it was due to its
 * commit.
 */
export async function steadyWrites({
  runtime,
  keys,
  rate,
  seconds,
}: {
  runtime: ActorRuntime;
  keys: readonly string[];
  rate: number;
  seconds: number;
}): Promise<number[]> {
  const begun = performance.now();
  const times: number[] = [];
  const under: Promise<void>[] = [];
  for (let count = 0; count < rate * seconds; count += 1) {
    const due = begun + (count * 1_000) / rate;
    if (due > performance.now()) await pause(due - performance.now());
    const id = uuidv7();
    const key = keys[(count * 7_919) % keys.length] ?? '';
    const given = runtime.execute({
      ...{ ref: { kind: 'driver', key } as const, type: 'deliver', payload: { task: id }, by: PERSON },
      ...{ id, requestId: id, correlationId: id },
    });
    under.push(given.then(() => void times.push(performance.now() - due)));
  }
  await Promise.all(under);
  return times;
}
