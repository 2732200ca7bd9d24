import { ActivationRuntime } from '../../../actors/runtime/activation/activation-runtime.ts';
import type { ActivationLimits } from '../../../actors/runtime/activation/limits.ts';
import { NO_METRICS } from '../../../actors/runtime/activation/metrics.ts';
import type { OwnRows } from '../../../actors/runtime/activation/own-rows.ts';
import type {
  ActivatedRow,
  ForwardedAnswer,
  GroupStore,
  GroupWrite,
} from '../../../actors/runtime/activation-ports.ts';
import { deterministicId } from '../../../actors/runtime/deterministic-id.ts';
import type { ActorRef, JsonObject } from '../../../actors/runtime/machine.ts';
import type { Timers } from '../../../actors/runtime/ports.ts';
import { type Registry, register } from '../../../actors/runtime/registry.ts';
import type { CommandResult } from '../../../actors/runtime/runtime.ts';
import { counterMachine } from '../../support/counter-machine.ts';
import { commandTo } from '../../support/counter-runtime.ts';
import { FakeCluster } from '../../support/fake-ownership.ts';
import { TestClock } from '../../support/test-clock.ts';

/** A store whose commits wait until the test lets them through. Every actor exists, at version 1. */
export class HeldStore implements GroupStore {
  readonly batches: { writes: readonly GroupWrite[]; finished: readonly string[]; release: () => void }[] =
    [];
  activations = 0;
  held = true;
  state: JsonObject = { count: 0, complaints: 0 };

  async activate(): Promise<ActivatedRow> {
    this.activations += 1;
    return { version: 1, epoch: this.activations, schema: 1, state: this.state, recent: [] };
  }

  async find(): Promise<null> {
    return null;
  }

  async write(writes: readonly GroupWrite[], finished: readonly string[] = []) {
    if (this.held) {
      await new Promise<void>((release) => {
        this.batches.push({ writes, finished, release });
      });
    } else this.batches.push({ writes, finished, release: () => undefined });
    return writes.map(() => ({ kind: 'done' }) as const);
  }
}

/** Time that passes by hand; `soon` runs right after the present work. */
export class HandTimers implements Timers {
  time = 0;
  readonly #every: (() => void)[] = [];
  readonly #after = new Set<{ at: number; work: () => void }>();

  now(): number {
    return this.time;
  }

  soon(work: () => void): void {
    setImmediate(work);
  }

  after(milliseconds: number, work: () => void): () => void {
    const due = { at: this.time + milliseconds, work };
    this.#after.add(due);
    return () => this.#after.delete(due);
  }

  every(_milliseconds: number, work: () => void): () => void {
    this.#every.push(work);
    return () => undefined;
  }

  pass(milliseconds: number): void {
    this.time += milliseconds;
    for (const work of this.#every) work();
    for (const due of this.#after) {
      if (due.at > this.time) continue;
      this.#after.delete(due);
      due.work();
    }
  }
}

/** One process with activations over a held store. */
export class HeldProcess {
  readonly store = new HeldStore();
  readonly timers = new HandTimers();
  readonly ownership = new FakeCluster().join();
  readonly shed: string[] = [];
  /** Payloads of commands for which facts were read, in that order. */
  readonly looked: JsonObject[] = [];
  readonly runtime: ActivationRuntime;

  constructor(
    limits: Partial<ActivationLimits> = {},
    ownRows: OwnRows = () => null,
    facts: (command: JsonObject) => Promise<void> = async () => undefined,
  ) {
    const registration = register(counterMachine, async (_key, _state, command) => {
      const given = command as unknown as JsonObject;
      this.looked.push(given);
      await facts(given);
      return { now: '' };
    });
    const registry: Registry = { order: registration, driver: registration, zone: registration };
    this.runtime = new ActivationRuntime({
      store: this.store,
      ownership: this.ownership,
      wire: this.ownership,
      fallback: { execute: () => Promise.reject(new Error('not by row lock')) },
      registry,
      clock: new TestClock(),
      hashRequest: () => Buffer.alloc(32),
      ownRows,
      limits,
      timers: this.timers,
      metrics: { ...NO_METRICS, shed: (because) => this.shed.push(because) },
    });
  }

  person(actor: string, amount = 1): Promise<CommandResult> {
    return this.runtime.execute(commandTo(keyOf(actor), 'add', { amount }, undefined, PERSON));
  }

  /** A person's command that came from another process. */
  forwarded(actor: string, amount = 1): Promise<ForwardedAnswer> {
    const request = commandTo(keyOf(actor), 'add', { amount }, undefined, PERSON);
    return this.ownership.forward(this.ownership.incarnation, request);
  }

  system(actor: string, amount = 1): Promise<CommandResult> {
    return this.runtime.execute(commandTo(keyOf(actor), 'add', { amount }));
  }

  /** Lets everything happen that doesn't wait for a commit. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Lets the oldest held batch through. */
  async commit(): Promise<readonly GroupWrite[]> {
    await this.settle();
    const batch = this.store.batches.shift();
    if (batch === undefined) throw new Error('no batch is under way');
    batch.release();
    await this.settle();
    return batch.writes;
  }
}

const PERSON = { accountId: deterministicId('person'), role: 'DISPATCHER' } as const;

export function keyOf(actor: string): string {
  return deterministicId('counter', actor);
}

export function refOf(write: GroupWrite): ActorRef {
  return write.kind === 'check' ? write.ref : write.commit.ref;
}

export function roleOf(write: GroupWrite): string {
  return write.kind === 'check' ? 'check' : write.commit.command.role;
}
