import { randomUUID } from 'node:crypto';
import { type BenchApi, startApis } from './api-processes.ts';
import { readBenchOptions } from './bench-options.ts';
import { Caller } from './caller.ts';
import { type BenchDriver, makeDrivers, prepared } from './drivers.ts';
import { type BenchServices, serviceEnvironment, startDurableServices } from './durable-services.ts';
import { makeOrders } from './orders.ts';
import { percentile, printReport } from './report.ts';
import { type Chains, runChains } from './visibility-chains.ts';

const PROCESSES = 3;
const DRIVERS = 24;
/** Milliseconds. */
const CHAIN_P99 = 1_000;

interface Seen {
  writes: number;
  reads: number;
  /** Reads that did not show the write before them. */
  stale: number;
  failed: number;
}

/** Whether every process shows a write as soon as it is answered, and how soon the end of a chain can be seen. */
export async function benchVisibility(args: readonly string[]): Promise<void> {
  const values = readBenchOptions(
    'visibility',
    {
      seconds: { type: 'string', default: '12' },
      chains: { type: 'string', default: '160' },
      rate: { type: 'string', default: '10' },
    },
    args,
  );
  const services = await startDurableServices();
  try {
    const environment = serviceEnvironment(services);
    const made = await prepared(environment, async (deps) => ({
      drivers: await makeDrivers(deps, DRIVERS),
      orders: await makeOrders(deps, Number(values.chains)),
    }));
    const apis = await startApis(environment, PROCESSES);
    const caller = new Caller();
    try {
      const seen = await writeAndRead(caller, apis, made.drivers, Number(values.seconds));
      const rate = Number(values.rate);
      const chains = await runChains(services.databaseUrl, caller, apis, made.orders, rate);
      report(services, seen, chains, rate);
    } finally {
      caller.close();
      await Promise.all(apis.map((api) => api.end()));
    }
  } finally {
    await services.stop();
  }
}

/** Each driver goes on a break or returns through one process, and is then read through all of them at once. */
async function writeAndRead(
  caller: Caller,
  apis: readonly BenchApi[],
  drivers: readonly BenchDriver[],
  seconds: number,
): Promise<Seen> {
  const seen: Seen = { writes: 0, reads: 0, stale: 0, failed: 0 };
  const end = performance.now() + seconds * 1_000;
  const work = async ({ token }: BenchDriver, index: number) => {
    let resting = false;
    for (let step = index; performance.now() < end || resting; step += 1) {
      const { url } = apis[step % apis.length] ?? { url: '' };
      const path = `/api/v1/driver/shift/${resting ? 'resume' : 'break'}`;
      const { status } = await caller.call('POST', url + path, token, randomUUID());
      seen.writes += 1;
      if (status !== 200) {
        seen.failed += 1;
        return;
      }
      resting = !resting;
      const expected = resting ? 'ON_BREAK' : 'ON_DUTY';
      const replies = await Promise.all(
        apis.map((api) => caller.call('GET', `${api.url}/api/v1/driver`, token)),
      );
      for (const reply of replies) {
        seen.reads += 1;
        if (reply.status !== 200) seen.failed += 1;
        else if (shiftOf(reply.body) !== expected) seen.stale += 1;
      }
    }
  };
  await Promise.all(drivers.map(work));
  return seen;
}

function shiftOf(body: string): string | undefined {
  return (JSON.parse(body) as { shift: { status: string } | null }).shift?.status;
}

function report({ description }: BenchServices, seen: Seen, chains: Chains, rate: number): void {
  const { reads, stale, writes, failed } = seen;
  const fresh = reads === 0 ? 0 : (reads - stale) / reads;
  const p99 = percentile(chains.took, 0.99);
  const ms = (share: number) => `${percentile(chains.took, share).toFixed(0)} ms`;
  printReport(
    [
      description,
      `${PROCESSES} API processes. ${DRIVERS} drivers write through one process after the other, and are read through all.`,
      `${chains.started} chains, ${rate} a second: ready → task → ticket → choice → reservation → assignment.`,
    ],
    [
      {
        what: `reads that show the write before them (${writes} writes, ${reads} reads)`,
        bar: '100 %',
        value: `${(fresh * 100).toFixed(2)} %, ${stale} stale`,
        ok: stale === 0 && reads > 0,
      },
      {
        what: 'requests that failed',
        bar: '0',
        value: `${failed + chains.refused}`,
        ok: failed + chains.refused === 0,
      },
      {
        what: 'commit of the cause to last effect visible, p99',
        bar: `< ${CHAIN_P99} ms`,
        value: `${ms(0.99)} (p50 ${ms(0.5)}, worst ${ms(1)})`,
        ok: p99 < CHAIN_P99,
      },
      {
        what: 'chains that finished',
        bar: 'all',
        value: `${chains.took.length} of ${chains.started}`,
        ok: chains.took.length === chains.started,
      },
    ],
  );
}
