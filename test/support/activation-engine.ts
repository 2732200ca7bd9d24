import { ActivationRuntime } from '../../actors/runtime/activation/activation-runtime.ts';
import type { ActivationLimits } from '../../actors/runtime/activation/limits.ts';
import type { ActivationMetrics } from '../../actors/runtime/activation/metrics.ts';
import type { OwnRows } from '../../actors/runtime/activation/own-rows.ts';
import type { GroupStore } from '../../actors/runtime/activation-ports.ts';
import type { Timers } from '../../actors/runtime/ports.ts';
import { realTimers } from '../../db/real-timers.ts';
import { PgGroupStore } from '../../db/stores/group-store.ts';
import { type CounterOptions, CounterRuntime, type Engine } from './counter-runtime.ts';
import type { FakeCluster, FakeOwnership } from './fake-ownership.ts';

export interface ActivationOptions extends Pick<CounterOptions, 'effects'> {
  limits?: Partial<ActivationLimits>;
  metrics?: ActivationMetrics;
  /** Wraps the runtime's store, to inject faults. */
  faults?: (store: GroupStore) => GroupStore;
  ownRows?: OwnRows;
  timers?: Timers;
}

export interface ActivationProcess {
  process: CounterRuntime;
  sticky: ActivationRuntime;
  store: PgGroupStore;
  ownership: FakeOwnership;
}

/** A process whose counters are activated in its memory, as one of a cluster of such processes. */
export function startActivations(
  url: string,
  cluster: FakeCluster,
  first?: CounterRuntime,
  options: ActivationOptions = {},
): ActivationProcess {
  const ownership = cluster.join();
  const store = new PgGroupStore(url, { name: 'test-group', writes: 2, reads: 4 });
  const made: { sticky?: ActivationRuntime } = {};
  const engine: CounterOptions['engine'] = ({ registry, clock, hashRequest, fallback }): Engine => {
    const sticky = new ActivationRuntime({
      store: options.faults?.(store) ?? store,
      ownership,
      wire: ownership,
      fallback,
      registry,
      clock,
      hashRequest,
      ownRows: options.ownRows ?? (() => null),
      timers: options.timers ?? realTimers,
      ...(options.limits === undefined ? {} : { limits: options.limits }),
      ...(options.metrics === undefined ? {} : { metrics: options.metrics }),
    });
    made.sticky = sticky;
    return {
      runtime: sticky,
      outbox: (inner) => sticky.piggybackedOutbox(inner),
      close: async () => {
        await sticky.handOver();
        sticky.close();
        await store.close();
      },
    };
  };
  const effects = options.effects === undefined ? {} : { effects: options.effects };
  const process = new CounterRuntime(url, first?.clock, { engine, ...effects });
  if (made.sticky === undefined) throw new Error('the engine was not created');
  return { process, sticky: made.sticky, store, ownership };
}
