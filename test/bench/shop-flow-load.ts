// A child of `npm run bench -- shop --against URL`: visitors of any shop, each with one request at a time.
import type { Step } from './shop-flows.ts';
import { Visit, Visitors } from './shop-visitor.ts';

export interface FlowOrder {
  baseUrl: string;
  steps: readonly Step[];
  /** Whether all steps are one visit; otherwise each is a visitor's only request. */
  together: boolean;
  connections: number;
  seconds: number;
}

export interface FlowTally {
  count: number;
  bytes: number;
  seconds: number;
  /** Milliseconds. */
  latencies: number[];
  failed: string[];
}

/** Failures after which a window ends: a shop that refuses is not to be pressed. */
const MAX_FAILED = 20;

process.on('message', (order: FlowOrder) => {
  void run(order).then((tally) => process.send?.(tally));
});

async function run({ baseUrl, steps, together, connections, seconds }: FlowOrder): Promise<FlowTally> {
  const tally: FlowTally = { count: 0, bytes: 0, seconds: 0, latencies: [], failed: [] };
  const visitors = new Visitors(baseUrl, connections);
  const began = performance.now();
  const goesOn = () => performance.now() < began + seconds * 1_000 && tally.failed.length < MAX_FAILED;
  const come = async (start: number) => {
    for (let turn = start; goesOn(); turn += 1) {
      const visit = new Visit(visitors);
      const at = performance.now();
      try {
        const some = together ? steps : steps.slice(turn % steps.length, (turn % steps.length) + 1);
        for (const step of some) tally.bytes += await visit.take(step);
        tally.latencies.push(performance.now() - at);
        tally.count += 1;
      } catch (error) {
        tally.failed.push(error instanceof Error ? error.message : String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, start) => come(start)));
  visitors.close();
  tally.seconds = (performance.now() - began) / 1_000;
  return tally;
}
