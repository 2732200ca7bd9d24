// One process of the installation under test: `node.ts <settings as JSON>`, controlled over stdin.
import { Socket } from 'node:net';
import { destination } from 'pino';
import { WaslError } from '../../actors/errors.ts';
import { NO_METRICS } from '../../actors/runtime/activation/metrics.ts';
import { type Registry, register } from '../../actors/runtime/registry.ts';
import { Relay } from '../../actors/runtime/relay.ts';
import type { CommandRequest } from '../../actors/runtime/runtime.ts';
import { TimerRunner } from '../../actors/runtime/timer-runner.ts';
import { realTimers } from '../../db/real-timers.ts';
import { PgOutboxStore } from '../../db/stores/outbox-store.ts';
import { PgTimerStore } from '../../db/stores/timer-store.ts';
import { composeBase } from '../../server/compose/compose-base.ts';
import { composeRuntime } from '../../server/compose/compose-runtime.ts';
import { Closers } from '../../server/kernel/process/closers.ts';
import { loadConfig } from '../../server/kernel/process/config.ts';
import { createLogger } from '../../server/kernel/process/logger.ts';
import { everyConsumer } from '../support/consumers.ts';
import { type AccountState, accountMachine } from './account-machine.ts';
import { Fuse, LateWrite, layFuse } from './crash-points.ts';
import { lineWriter, readLines } from './line-stream.ts';
import type { Answer, FromNode, NodeFigures, ToNode } from './protocol.ts';
import { type Sabotage, sabotage } from './sabotage.ts';

/** A machine's clock: milliseconds that it is ahead, and how many more each second. */
export interface WrongClock {
  ahead: number;
  gains: number;
}

export interface NodeSettings {
  name: string;
  environment: Record<string, string>;
  sabotage: Sabotage | null;
  /** Default: right. */
  clock?: WrongClock | null;
}

const PERSON = { accountId: null, role: 'DISPATCHER' } as const;
/** Milliseconds. */
const FIGURES_EVERY_MS = 100;
const SWEEP_EVERY_MS = 1_000;
const SWEEP = 100;

const settings = JSON.parse(process.argv[2] ?? '') as NodeSettings;
const fuse = new Fuse();
const lateWrite = new LateWrite();
layFuse(fuse, lateWrite);
if (settings.sabotage !== null) sabotage(settings.sabotage);
const figures: NodeFigures = {
  fenced: 0,
  unknown: 0,
  degraded: 0,
  forwarded: 0,
  activated: 0,
};
const toDriver = new Socket({ fd: 3 });
const tell = lineWriter<FromNode>(toDriver);
const log = createLogger('warn', settings.name, destination(2));
const base = await composeBase(
  loadConfig(settings.environment),
  settings.name,
  log,
  new Closers(log),
  wrongClock(),
);
const registration = register(accountMachine, async () => ({ node: settings.name }) as never);
const registry: Registry = { order: registration, driver: registration, zone: registration };
const composed = await composeRuntime({ ...base, metrics: { ...base.metrics, owner: counters() } }, registry);
const { runtime } = composed;
const relay = new Relay({
  runtime,
  outbox: composed.outbox(new PgOutboxStore(base.database)),
  pusher: { push: () => true },
  timers: realTimers,
  onFailure: (error, _effect, parked) =>
    log[parked ? 'error' : 'debug']({ err: error, parked }, 'an effect failed'),
});
composed.useRelay(relay);
relay.useConsumers(everyConsumer(async () => undefined));
const timers = new TimerRunner({
  runtime,
  timers: new PgTimerStore(base.database),
  clock: base.clock,
  onFailure: (error, _timer, parked) =>
    log[parked ? 'error' : 'debug']({ err: error, parked }, 'a timer failed'),
});

again(SWEEP_EVERY_MS, () => relay.sweep(SWEEP));
again(SWEEP_EVERY_MS, () => timers.run(SWEEP));
setInterval(() => tell({ t: 'figures', figures }), FIGURES_EVERY_MS);
readLines<ToNode>(process.stdin, (message) => void serve(message));
// The process that started this one is gone.
process.stdin.on('end', () => process.exit(0));
toDriver.on('error', () => process.exit(0));
tell({ t: 'ready' });

function wrongClock(): { wallClock?: () => number } {
  const { clock = null } = settings;
  if (clock === null) return {};
  const { ahead, gains } = clock;
  const began = performance.now();
  return { wallClock: () => Date.now() + ahead + ((performance.now() - began) / 1_000) * gains };
}

async function serve(message: ToNode): Promise<void> {
  if (message.t === 'arm') {
    fuse.arm(message);
    return;
  }
  if (message.t === 'hold') {
    lateWrite.order(message.before, (refs) => tell({ t: 'held', refs }));
    return;
  }
  const { i } = message;
  try {
    tell({ t: 'answer', i, ...(message.t === 'run' ? await run(message) : await read(message)) });
  } catch (error) {
    const refused = refusalOf(error);
    if (refused !== null) tell({ t: 'answer', i, ...refused });
    else tell({ t: 'failed', i, code: codeOf(error), detail: String(error).slice(0, 300) });
  }
}

async function run({ ref, type, payload, id }: Extract<ToNode, { t: 'run' }>): Promise<Answer> {
  const request: CommandRequest = { ref, type, payload, by: PERSON, id, requestId: null, correlationId: id };
  const { version: now, replayed, reply } = await runtime.execute(request);
  return { kind: type === 'look' ? 'seen' : 'written', now, replayed, ...answerParts(reply) };
}

async function read({ ref }: Extract<ToNode, { t: 'read' }>): Promise<Answer> {
  const row: { version: number; state: AccountState } | undefined = await base
    .database('actor')
    .where(ref)
    .first('version', 'state');
  if (row === undefined) throw new Error('there is no such account');
  const { version, state } = row;
  return {
    kind: 'seen',
    version,
    now: version,
    balance: state.balance,
    replayed: false,
    node: settings.name,
  };
}

/** The machine's own refusals contain a version, too. */
function refusalOf(error: unknown): Answer | null {
  if (!(error instanceof WaslError) || typeof error.extension.version !== 'number') return null;
  const answer = answerParts(error.extension);
  const kind = error.extension.counted === true ? 'written' : 'refused';
  return { kind, now: answer.version, replayed: true, ...answer };
}

function answerParts(reply: Record<string, unknown>): Pick<Answer, 'version' | 'balance' | 'node'> {
  return { version: Number(reply.version), balance: Number(reply.balance), node: String(reply.node) };
}

function codeOf(error: unknown): string {
  if (error instanceof WaslError) return error.code;
  const { name, code } = error as { name?: string; code?: string };
  return `${name ?? 'Error'} ${code ?? ''}`.trim();
}

function counters() {
  const count = (name: 'fenced' | 'unknown' | 'degraded' | 'forwarded' | 'activated') => (by?: number) => {
    figures[name] += by ?? 1;
  };
  return {
    ...NO_METRICS,
    fenced: count('fenced'),
    unknownOutcome: count('unknown'),
    degraded: count('degraded'),
    forwarded: count('forwarded'),
    activated: count('activated'),
  };
}

/** Repeats the work, one run at a time with a pause in between; what fails is tried again by the next run. */
function again(pause: number, work: () => Promise<number>): void {
  const next = () => {
    work().then(
      (count) => setTimeout(next, count === SWEEP ? 0 : pause),
      () => setTimeout(next, pause),
    );
  };
  next();
}
