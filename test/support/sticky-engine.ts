import type { Timers } from '../../actors/runtime/ports.ts';
import type { StickyLimits } from '../../actors/runtime/sticky/limits.ts';
import type { StickyMetrics } from '../../actors/runtime/sticky/metrics.ts';
import type { OwnRows } from '../../actors/runtime/sticky/own-rows.ts';
import { StickyRuntime } from '../../actors/runtime/sticky/sticky-runtime.ts';
import type { GroupStore } from '../../actors/runtime/sticky-ports.ts';
import { realTimers } from '../../db/real-timers.ts';
import { PgGroupStore } from '../../db/stores/group-store.ts';
import { type CounterOptions, CounterRuntime, type Engine } from './counter-runtime.ts';
import type { FakeCluster, FakeOwnership } from './fake-ownership.ts';

export interface StickyOptions extends Pick<CounterOptions, 'effects'> {
  limits?: Partial<StickyLimits>;
  metrics?: StickyMetrics;
  /** Puts faults between the runtime and its store. */
  faults?: (store: GroupStore) => GroupStore;
  ownRows?: OwnRows;
  timers?: Timers;
}

export interface StickyProcess {
  process: CounterRuntime;
  sticky: StickyRuntime;
  store: PgGroupStore;
  ownership: FakeOwnership;
}

/** A process whose counters are owned in memory, in a cluster of such processes. */
export function startSticky(
  url: string,
  cluster: FakeCluster,
  first?: CounterRuntime,
  options: StickyOptions = {},
): StickyProcess {
  const ownership = cluster.join();
  const store = new PgGroupStore(url, { name: 'test-group', writes: 2, reads: 4 });
  const made: { sticky?: StickyRuntime } = {};
  const engine: CounterOptions['engine'] = ({ registry, clock, hashRequest, fallback }): Engine => {
    const sticky = new StickyRuntime({
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
      outbox: (inner) => sticky.ridingOutbox(inner),
      close: async () => {
        await sticky.handOver();
        sticky.close();
        await store.close();
      },
    };
  };
  const effects = options.effects === undefined ? {} : { effects: options.effects };
  const process = new CounterRuntime(url, first?.clock, { engine, ...effects });
  if (made.sticky === undefined) throw new Error('no engine was made');
  return { process, sticky: made.sticky, store, ownership };
}
