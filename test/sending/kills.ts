import { type Chance, seededChance } from '../../scripts/shared/chance.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { groupBy } from '../../server/kernel/collections/group-by.ts';
import { newVapidKey } from '../../server/kernel/process/vapid-key.ts';
import { PUSH_LANES } from '../../server/notifications/push/web-push-driver.ts';
import { newReceiver } from '../support/push-receiver.ts';
import { spawnWorker } from '../support/server-processes.ts';
import { testEnvironment } from '../support/service.ts';
import { SendingInstallation, sendingEnvironment } from './installation.ts';
import { Provider } from './provider.ts';
import type { Accepted, HoldAt } from './provider-events.ts';
import { countByStatus, newAccountWithDevice, queueMany } from './queue.ts';
import { startSender } from './sender.ts';

type Channel = 'EMAIL' | 'SMS' | 'PUSH';

export interface KillsOptions {
  kills: number;
  seed: number;
  /**
   * What is killed: workers as npm start runs them, or only their sending part, which takes a third of the work to
   * start.
   */
  victim: 'worker' | 'sender';
  signal: AbortSignal;
  say?: (line: string) => void;
}

export interface KillsFigures {
  kills: Record<HoldAt, number>;
  messages: number;
  /** Messages that a provider accepted more than once, by channel. */
  doubled: Record<Channel, number>;
  /** Attempts whose sender died. */
  recovered: number;
  faults: string[];
}

/** Workers that send at the same time; one that is killed is replaced. */
const WORKERS = 2;
/** The minimum number of messages that wait on a channel, and how many are added when there are fewer. */
const WAITING = { least: 60, added: 100 };
/** Milliseconds that a provider takes with a message, so that one is always being sent. */
const LATENCY = 40;
/** Upper limit of the messages accepted between two kills; the lower one is 0. */
const MAX_BETWEEN = 8;
const MOMENTS: readonly HoldAt[] = ['before', 'unanswered', 'unanswered', 'answered'];
/** A provider takes milliseconds; only a process that gets no processor time for this long would be taken for dead. */
const QUICK_RETRIES = { SENDING_TIMEOUT_SECONDS: '6', SENDING_RETRY_SECONDS: '1' };

/**
 * A channel, its provider, and how many messages a worker sends at once: at most that many are sent twice when it is
 * killed.
 */
interface Line {
  channel: Channel;
  provider: Provider;
  underWay: number;
}

/**
 * Kills workers with SIGKILL while a provider is about to accept one of their messages, has just accepted it, or has
 * just responded. Then every message must have been accepted, and no death have doubled more messages of a channel than
 * the worker was sending there.
 */
export async function runKills(options: KillsOptions): Promise<KillsFigures> {
  const device = newReceiver();
  const [mail, sms, push, installation] = await Promise.all([
    Provider.mailServer(),
    Provider.smsGateway(),
    Provider.pushService(device),
    SendingInstallation.create(),
  ]);
  const lines: readonly Line[] = [
    { channel: 'EMAIL', provider: mail, underWay: 1 },
    { channel: 'SMS', provider: sms, underWay: 1 },
    { channel: 'PUSH', provider: push, underWay: PUSH_LANES },
  ];
  const crew = new Crew(options.victim, installation, { mail, sms });
  try {
    for (const { provider } of lines) provider.order({ order: 'latency', ms: LATENCY });
    const endpoint = `http://127.0.0.1:${push.port}/device`;
    const account = await newAccountWithDevice(installation.database, { endpoint, ...device.keys });
    return await killAndJudge(options, {
      lines,
      installation,
      crew,
      supply: new Supply(installation, account),
    });
  } finally {
    await crew.dismiss();
    await Promise.all(lines.map(({ provider }) => provider.stop()));
    await installation.drop();
  }
}

interface Stage {
  lines: readonly Line[];
  installation: SendingInstallation;
  crew: Crew;
  supply: Supply;
}

async function killAndJudge(
  { kills, seed, signal, say = () => undefined }: KillsOptions,
  stage: Stage,
): Promise<KillsFigures> {
  const { lines, installation, crew, supply } = stage;
  const chance = seededChance(seed);
  await supply.refill();
  crew.fill();
  const done: Record<HoldAt, number> = { before: 0, unanswered: 0, answered: 0 };
  for (let count = 1; count <= kills && !signal.aborted; count += 1) {
    await supply.refill();
    done[await killOne(stage, chance)] += 1;
    crew.fill();
    const accepted = lines.reduce((sum, { provider }) => sum + provider.accepted.length, 0);
    if (count % 50 === 0) say(`${count} kills, ${accepted} messages accepted`);
  }
  // The remaining messages only have to be sent.
  for (const { provider } of lines) provider.order({ order: 'latency', ms: 0 });
  const { database } = installation;
  await until(async () => Object.keys(await countByStatus(database)).join() === 'SENT', {
    limitMs: 120_000,
    everyMs: 250,
    failure: 'not every message was sent in the end',
  }).catch(() => undefined);
  const { rows } = await database.raw<{ rows: { count: number }[] }>(
    'SELECT coalesce(sum(greatest(attempts - 1, 0)), 0)::int AS count FROM notification_deliveries',
  );
  const states = await countByStatus(database);
  const faults = Object.entries(states).flatMap(([status, count]) =>
    status === 'SENT' ? [] : `${count} messages are ${status}`,
  );
  const figures: Record<Channel, number> = { EMAIL: 0, SMS: 0, PUSH: 0 };
  for (const { channel, provider, underWay } of lines) {
    const { accepted } = provider;
    figures[channel] = doubled(accepted);
    faults.push(...judge(channel, accepted, await supply.expected(channel), crew.killed, underWay));
  }
  return {
    ...{ kills: done, messages: states.SENT ?? 0, doubled: figures },
    ...{ recovered: rows[0]?.count ?? 0, faults },
  };
}

/** Waits for a message that has reached the given moment, and kills the worker that is sending it. */
async function killOne({ lines, crew }: Stage, chance: Chance): Promise<HoldAt> {
  const { provider } = chance.pick(lines);
  const at = chance.pick(MOMENTS);
  await provider.reached(provider.accepted.length + chance.whole(0, MAX_BETWEEN), 120_000);
  for (;;) {
    // It may be the last message of one that was killed a moment ago.
    const found = await crew.kill(await provider.hold(at));
    provider.order({ order: 'release' });
    if (found) return at;
  }
}

function doubled(accepted: readonly Accepted[]): number {
  return accepted.length - new Set(accepted.map(({ id }) => id)).size;
}

/** What is wrong with what a provider has accepted; empty when all is well. */
export function judge(
  channel: string,
  accepted: readonly Accepted[],
  expected: ReadonlySet<string>,
  killed: ReadonlySet<string>,
  underWay = 1,
): string[] {
  const faults: string[] = [];
  const byId = groupBy(accepted, ({ id }) => id);
  for (const id of expected) if (!byId.has(id)) faults.push(`${channel}: ${id} was lost`);
  const blamed = new Map<string, number>();
  for (const [id, times] of byId) {
    if (!expected.has(id)) faults.push(`${channel}: ${id} is nobody's message id`);
    for (const { by } of times.slice(0, -1)) {
      if (!killed.has(by)) faults.push(`${channel}: ${id} was doubled though ${by} lives`);
      blamed.set(by, (blamed.get(by) ?? 0) + 1);
    }
  }
  for (const [by, count] of blamed)
    if (count > underWay) faults.push(`${channel}: the death of ${by} doubled ${count} messages`);
  return faults;
}

/** Processes that send, each known to the providers under its own name. */
class Crew {
  readonly killed = new Set<string>();
  readonly #alive = new Map<string, () => Promise<void>>();
  readonly #environment: (name: string) => Record<string, string>;
  readonly #spawn: (environment: Record<string, string>) => () => Promise<void>;
  #names = 0;

  constructor(
    victim: KillsOptions['victim'],
    installation: SendingInstallation,
    { mail, sms }: { mail: Provider; sms: Provider },
  ) {
    this.#spawn = victim === 'worker' ? spawnWorker : spawnSender;
    const push = { PUSH_DRIVER: 'webpush', VAPID_PRIVATE_KEY: newVapidKey(), TEST_REACHES_LOOPBACK: '1' };
    const common = testEnvironment(installation.url, { ...QUICK_RETRIES, ...push });
    this.#environment = (name) => ({
      ...common,
      ...sendingEnvironment(mail, sms, name),
      ...{ SMS_SENDER: name, VAPID_SUBJECT: `mailto:${name}@wasl.example` },
    });
  }

  fill(): void {
    while (this.#alive.size < WORKERS) {
      this.#names += 1;
      const name = `w${this.#names}`;
      this.#alive.set(name, this.#spawn(this.#environment(name)));
    }
  }

  /** False: it is dead already. */
  async kill(name: string): Promise<boolean> {
    const kill = this.#alive.get(name);
    if (kill === undefined) return false;
    this.#alive.delete(name);
    this.killed.add(name);
    await kill();
    return true;
  }

  async dismiss(): Promise<void> {
    await Promise.all([...this.#alive.values()].map((kill) => kill()));
    this.#alive.clear();
  }
}

function spawnSender(environment: Record<string, string>): () => Promise<void> {
  return startSender(environment).kill;
}

/** Keeps messages waiting on every channel. */
class Supply {
  readonly #installation: SendingInstallation;
  /** The account that receives push messages. */
  readonly #account: string;
  #batch = 0;

  constructor(installation: SendingInstallation, account: string) {
    this.#installation = installation;
    this.#account = account;
  }

  async refill(): Promise<void> {
    const { database } = this.#installation;
    for (const channel of ['EMAIL', 'SMS', 'PUSH'] as const) {
      const waiting = database('notification_deliveries')
        .where({ channel, status: 'QUEUED' })
        .limit(WAITING.least);
      if ((await waiting).length >= WAITING.least) continue;
      this.#batch += 1;
      await queueMany(database, { channel, urgency: 1, count: WAITING.added, to: this.#to(channel) });
    }
  }

  #to(channel: Channel): string {
    if (channel === 'PUSH') return this.#account;
    // The gateway treats a number by its last four digits: these numbers get no special treatment.
    return channel === 'EMAIL' ? `batch${this.#batch}-#@test.example` : `+974${this.#batch % 10}#9`;
  }

  /** The message ids that a channel's provider must have seen, each with the ending that its driver adds. */
  async expected(channel: Channel): Promise<Set<string>> {
    const rows = await this.#installation
      .database('notification_deliveries')
      .where({ channel })
      .select('notification_id');
    const ending = { EMAIL: '.email@wasl.example', SMS: '.sms', PUSH: '' }[channel];
    return new Set(rows.map(({ notification_id: id }) => `${id}${ending}`));
  }
}
