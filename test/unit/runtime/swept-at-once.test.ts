import { expect } from 'chai';
import type { OutboxEffect } from '../../../actors/runtime/machine.ts';
import { type Consumers, Relay } from '../../../actors/runtime/relay.ts';
import type { ActorRuntime } from '../../../actors/runtime/runtime.ts';
import type { ClaimedRow } from '../../../actors/runtime/store.ts';
import { TimerRunner } from '../../../actors/runtime/timer-runner.ts';
import { everyConsumer } from '../../support/consumers.ts';
import { TestClock } from '../../support/test-clock.ts';
import { HandTimers } from './held-store.ts';

const KEYS = Array.from({ length: 10 }, (_, n) => `00000000-0000-4000-8000-00000000000${n}`);
const none: ActorRuntime = { execute: () => Promise.reject(new Error('no command is given here')) };

describe('what is swept', () => {
  let release = (): void => undefined;
  const done: string[] = [];

  beforeEach(() => {
    done.length = 0;
  });

  /** The first one waits until all others are done. */
  function slowFirst(key: string): Promise<void> {
    if (key === KEYS[0])
      return new Promise((resolve) => {
        release = resolve;
      });
    return Promise.resolve();
  }

  const note = (key: string) => {
    done.push(key);
    if (done.length === KEYS.length - 1) release();
  };

  it('from the outbox waits for no slow row before it', async () => {
    const rows = KEYS.map((key): ClaimedRow => {
      const effect = { do: 'consume', consumer: 'retry-waiting', payload: { reason: key } } as const;
      const ref = { kind: 'record', key } as const;
      const of = { version: 1, correlationId: '', requestId: null, attempts: 0 };
      return { id: key, ref, ...of, effects: [{ id: key, effect }] };
    });
    const relay = new Relay({
      runtime: none,
      outbox: {
        claimDue: async () => rows,
        done: async ([id = '']) => note(id),
        failed: async () => undefined,
      },
      pusher: { push: () => true },
      timers: new HandTimers(),
      onFailure: (error) => {
        throw error;
      },
    });
    relay.useConsumers(everyConsumer((_, { source }) => slowFirst(source.key)));
    expect(await relay.sweep(100)).to.equal(KEYS.length);
    expect(done).to.deep.equal([...KEYS.slice(1), KEYS[0]]);
  });

  it('from the outbox does not end at an effect whose consumer only a newer release has', async () => {
    const failed: string[] = [];
    const rowOf = (key: string, consumer: 'publish' | 'retry-waiting'): ClaimedRow => {
      const effect = { do: 'consume', consumer, payload: { reason: key } } as unknown as OutboxEffect;
      const ref = { kind: 'record', key } as const;
      const of = { version: 1, correlationId: '', requestId: null, attempts: 0 };
      return { id: key, ref, ...of, effects: [{ id: key, effect }] };
    };
    const relay = new Relay({
      runtime: none,
      outbox: {
        claimDue: async () => KEYS.map((key, at) => rowOf(key, at === 0 ? 'publish' : 'retry-waiting')),
        done: async ([id = '']) => void done.push(id),
        failed: async (id, error) => void failed.push(`${id} ${error}`),
      },
      pusher: { push: () => true },
      timers: new HandTimers(),
      onFailure: () => undefined,
    });
    const { publish: _, ...former } = everyConsumer(async () => undefined);
    relay.useConsumers(former as Consumers);
    expect(await relay.sweep(100)).to.equal(KEYS.length);
    expect(failed).to.deep.equal([`${KEYS[0]} Error: this release has no consumer publish`]);
    expect(done).to.have.members(KEYS.slice(1));
  });

  it('of timers waits for no slow chain before it', async () => {
    const runner = new TimerRunner({
      runtime: {
        execute: async ({ ref }) => ({ version: 1, replayed: false, reply: {}, effects: slowFirst(ref.key) }),
      },
      timers: {
        claimDue: async () =>
          KEYS.map((key) => {
            const about = { name: 'due', dueAt: '', type: 'due', payload: {}, timerId: key };
            return { ref: { kind: 'order', key }, ...about, correlationId: '', attempts: 0 };
          }),
        done: async ({ key }) => note(key),
        failed: async (_ref, _name, _id, error) => {
          throw new Error(error);
        },
      },
      clock: new TestClock(),
      onFailure: (error) => {
        throw error;
      },
    });
    expect(await runner.run(100)).to.equal(KEYS.length);
    expect(done).to.deep.equal([...KEYS.slice(1), KEYS[0]]);
  });
});
