import { randomUUID } from 'node:crypto';
import type { PublishedKind } from '../../actors/kinds/published-kinds.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { publishConsumer } from '../../server/integrations/webhooks/publish-consumer.ts';
import { WebhookGround } from '../webhooks/ground.ts';
import { answers, hangs, Receiver } from '../webhooks/receiver.ts';
import { readBenchOptions } from './bench-options.ts';
import { startDurableServices } from './durable-services.ts';
import { machine, median, percentile, printReport, tellProgress } from './report.ts';

/** One webhook for each of these; each event goes to the one of its kind. */
const KINDS: readonly PublishedKind[] = ['task.created', 'task.updated', 'alert.raised', 'alert.resolved'];
const BARS = { p95: 1_000, slower: 0.05 };
const WINDOWS = 3;
/** Within which no difference counts: the queue is looked at every 200 ms at most. */
const NOISE_MS = 5;

/** `npm run bench -- webhooks`: from the effect of a commit to the request's arrival, alone and beside ones that fail. */
export async function benchWebhooks(args: readonly string[]): Promise<void> {
  const values = readBenchOptions(
    'webhooks',
    { rate: { type: 'string', default: '100' }, seconds: { type: 'string', default: '10' } },
    args,
  );
  const [rate, seconds] = [Number(values.rate), Number(values.seconds)];
  const services = await startDurableServices();
  // Configuration for tests names it; nothing here connects to it.
  process.env.TEST_REDIS_URL ??= services.redisUrl;
  const ground = WebhookGround.at(services.databaseUrl);
  const servers: Receiver[] = [];
  const open = async (kinds: readonly PublishedKind[]) => {
    const server = await Receiver.open();
    servers.push(server);
    await ground.endpoint(server.url, kinds);
    return server;
  };
  try {
    const well = await Promise.all(KINDS.map((kind) => open([kind])));
    ground.start();
    await offer(ground, well, { rate: 10, seconds: 3 });
    const idle = await offer(ground, well, { rate: 5, seconds });
    const alone: number[][] = [];
    for (let window = 0; window < WINDOWS; window += 1)
      alone.push(await offer(ground, well, { rate, seconds }));
    for (const does of [hangs, answers(503)]) (await open(KINDS)).does = does;
    const beside: number[][] = [];
    for (let window = 0; window < WINDOWS; window += 1)
      beside.push(await offer(ground, well, { rate, seconds }));
    report({ rate, idle, alone, beside });
  } finally {
    await ground.drop();
    for (const server of servers) await server.close();
    await services.stop();
  }
}

/** Milliseconds from the effect to the arrival, of each event offered. */
async function offer(
  { database }: WebhookGround,
  servers: readonly Receiver[],
  { rate, seconds }: { rate: number; seconds: number },
): Promise<number[]> {
  const consume = publishConsumer({ database });
  for (const { received } of servers) received.length = 0;
  const at = new Map<string, number>();
  const began = performance.now();
  const count = rate * seconds;
  const stored: Promise<unknown>[] = [];
  for (let index = 0; index < count; index += 1) {
    const wait = began + (index * 1_000) / rate - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const [subject, effectId] = [randomUUID(), randomUUID()];
    const kind = KINDS[index % KINDS.length] as 'task.created';
    const data = { taskId: subject, version: 1 };
    at.set(subject, performance.now());
    const source = { kind: 'order' as const, key: subject };
    const fact = { kind, sellerId: null, at: new Date().toISOString(), data };
    const context = { effectId, source, version: 1, correlationId: effectId, requestId: null };
    stored.push(Promise.resolve(consume({ facts: [fact] }, context)));
  }
  await Promise.all(stored);
  const arrived = () => servers.reduce((sum, { received }) => sum + received.length, 0);
  await until(() => arrived() >= count, { limitMs: 60_000, everyMs: 50, failure: 'not every event arrived' });
  return servers.flatMap(({ received }) =>
    received.map((one) => {
      const { taskId } = (JSON.parse(one.body) as { data: { taskId: string } }).data;
      return one.at - (at.get(taskId) ?? Number.NaN);
    }),
  );
}

interface Figures {
  rate: number;
  idle: number[];
  alone: number[][];
  beside: number[][];
}

function report({ rate, idle, alone, beside }: Figures): void {
  const p95 = (windows: readonly number[][]) => median(windows.map((values) => percentile(values, 0.95)));
  const [quiet, busy, failing] = [percentile(idle, 0.95), p95(alone), p95(beside)];
  const slower = failing / busy - 1;
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const lines = [
    {
      ...{ what: `first attempt at ${rate} events/s, p95`, bar: `≤ ${BARS.p95} ms`, value: ms(busy) },
      ok: busy <= BARS.p95,
    },
    {
      ...{ what: '  p50', bar: '', value: ms(median(alone.flat())), ok: null },
    },
    {
      ...{ what: '  p95 at 5 events/s, and the ratio to it', bar: '' },
      ...{ value: `${ms(quiet)}, ${(busy / quiet).toFixed(2)}`, ok: null },
    },
    {
      ...{
        what: 'beside one that hangs and one that answers 503, p95',
        bar: `≤ ${BARS.slower * 100} % more`,
      },
      value: `${ms(failing)} (${(slower * 100).toFixed(1)} %)`,
      ok: slower <= BARS.slower || failing - busy <= NOISE_MS,
    },
  ];
  for (const line of lines) tellProgress(line);
  printReport(
    [machine(), `${WINDOWS} windows of each; from the effect of a commit to the request's arrival.`],
    lines,
  );
}
