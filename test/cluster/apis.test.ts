import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type Database, openDatabase } from '../../db/database.ts';
import { seededChance } from '../../scripts/shared/chance.ts';
import { pause, until } from '../../scripts/shared/waiting.ts';
import { auditShop, stockUp } from '../shop-faults/books.ts';
import { Shopper } from '../shop-faults/shopper.ts';
import { ApiClient, type Schema } from '../support/api-client.ts';
import { createTestDatabase, redisUrl, type TestDatabase } from '../support/database.ts';
import { freshAddress, testEnvironment } from '../support/service.ts';
import { DeliveryWorld, type OnDuty } from '../worlds/delivery-world.ts';
import { runShifts, type Shift } from '../worlds/shift-load.ts';
import { episodesOf, type Places } from './episodes.ts';
import { ownershipFaults, ownershipFigures, recordWriters, writtenCommands } from './ownership.ts';
import { say } from './say.ts';
import { SESSION, ThreeApis } from './three-apis.ts';
import { Witness } from './witness.ts';

const SEED = Number(process.env.WASL_APIS_SEED ?? 27);
const DRIVERS = 12;
const PROCESSES = 3;
const SHOPPERS = 3;
/** Milliseconds between two commands of a driver. */
const PAUSE_MS = 100;
/** Milliseconds from the mending until every process answers reads and commands and all its followers are live. */
const WHOLE_AGAIN_MS = 15_000;
/** Milliseconds from a cut until another process writes what the cut one owned. */
const TAKEN_OVER_MS = 8_000;
const STRIKE_MS = [4_000, 7_000] as const;
const CALM_MS = 1_500;

describe('three API processes on ways that are slow, lossy and cut', function () {
  this.timeout(600_000);
  const chance = seededChance(SEED);
  const closers: (() => unknown)[] = [];
  let stored: TestDatabase;
  let database: Database;
  let apis: ThreeApis;
  let drivers: OnDuty[];
  let shifts: Shift[] = [];
  /** One for each process, whose commands are sent there only. */
  let probes: Shift[];
  let shoppers: Shopper[];
  const witnesses: { witness: Witness; of: readonly OnDuty[] }[] = [];
  let acknowledgedNow = 0;
  /** Commands acknowledged during each episode. */
  const served: number[] = [];
  let read = 0;
  const outdated: string[] = [];
  /** Commands that were refused, or never answered. */
  const loadFaults: string[] = [];
  const trouble = new Map<string, number>();
  const troubled = (what: string) => void trouble.set(what, (trouble.get(what) ?? 0) + 1);
  const anyUrl = () => chance.pick(apis.places).url;

  before(async () => {
    stored = await createTestDatabase();
    closers.push(() => stored.drop());
    database = openDatabase(stored.url, { name: 'test', max: 3 });
    closers.push(() => database.destroy());
    await recordWriters(database);
    const counter = await stockUp(database);
    const limits = { LIMIT_WRITE_PER_MINUTE: '1000000', LIMIT_BROWSE_PER_MINUTE: '1000000' };
    const shared = { ...limits, REDIS_NAMESPACE: `t-${randomUUID().slice(0, 12)}` };
    const { dispatcher } = await prepare(shared);
    const environment = testEnvironment(stored.url, {
      ...shared,
      NODE_ENV: 'production',
      ACCESS_TOKEN_MINUTES: '60',
    });
    apis = await ThreeApis.start({ databaseUrl: stored.url, redisUrl: redisUrl(), environment, chance });
    closers.push(() => apis.close());
    for (const { url } of apis.places) {
      for (const driver of drivers) follow(url, driver.client, driver);
      follow(url, dispatcher, null);
    }
    shoppers = Array.from(
      { length: SHOPPERS },
      (_, index) => new Shopper(anyUrl, `shopper-${index}`, freshAddress()),
    );
    await Promise.all(shoppers.map((shopper) => shopper.signUp()));
    await until(() => witnesses.every(({ witness }) => witness.isLive), { limitMs: 60_000, everyMs: 50 });
    let over = false;
    const goesOn = () => !over;
    const loads = Promise.allSettled([
      drive(goesOn),
      ...shoppers.map((shopper) => shop(shopper, counter, goesOn)),
    ]);
    try {
      await strikeInTurn();
    } finally {
      over = true;
      for (const load of await loads) if (load.status === 'rejected') loadFaults.push(String(load.reason));
    }
  });

  after(async () => {
    for (const { witness } of witnesses) witness.close();
    for (const close of closers.reverse()) await close();
  });

  /** Drivers on duty, whose service then stops: of the three processes, none has known them before. */
  async function prepare(env: Record<string, string>) {
    const world = await DeliveryWorld.open(env, { database: { ...stored, drop: async () => undefined } });
    try {
      drivers = [];
      while (drivers.length < DRIVERS + PROCESSES) drivers.push(await world.onDuty());
      probes = drivers.slice(DRIVERS).map((driver) => ({ driver, acknowledged: [] }));
      return { dispatcher: world.dispatcher };
    } finally {
      await world.close();
    }
  }

  /** Follows one driver as himself, or all as the dispatcher. */
  function follow(url: string, { token, address }: ApiClient, driver: OnDuty | null): void {
    const witness = new Witness({ url, token: token ?? '', address, driverId: driver?.driverId ?? null });
    witnesses.push({ witness, of: driver === null ? drivers : [driver] });
  }

  async function drive(goesOn: () => boolean): Promise<void> {
    shifts = await runShifts({
      ...{ drivers: drivers.slice(0, DRIVERS), nextUrl: anyUrl, goesOn, pause: PAUSE_MS },
      onTrouble: troubled,
      afterEach: readBack,
    });
  }

  /** Every process knows what was acknowledged. */
  async function readBack(driver: OnDuty, acknowledged: readonly string[]): Promise<void> {
    acknowledgedNow += 1;
    const found = await readDriver(driver, anyUrl());
    if (found === null) return;
    read += 1;
    const expected = acknowledged.length % 2 === 0 ? 'ON_DUTY' : 'ON_BREAK';
    if (found.shift?.status !== expected)
      outdated.push(`${driver.driverId} is ${found.shift?.status} at ${found.version}, not ${expected}`);
  }

  /** Null: no answer, which is allowed while something is cut. */
  async function readDriver(driver: OnDuty | undefined, url: string): Promise<Schema<'Driver'> | null> {
    if (driver === undefined) return null;
    const answer = await clientAt(url, driver)
      .call<Schema<'Driver'>>('GET', '/driver')
      .catch(() => null);
    if (answer?.status === 200) return answer.body;
    troubled(`GET ${answer?.status ?? 'without an answer'}`);
    return null;
  }

  async function shop(
    shopper: Shopper,
    { offerIds, methodId }: Awaited<ReturnType<typeof stockUp>>,
    goesOn: () => boolean,
  ): Promise<void> {
    while (goesOn()) {
      await shopper.buy(
        chance.pick(['five', 'seven'] as const),
        chance.shuffled(offerIds).slice(0, 2),
        methodId,
      );
      await pause(PAUSE_MS);
    }
  }

  async function strikeInTurn(): Promise<void> {
    // Each process comes to own the actor of its probe.
    await wholeAgain();
    for (const episode of episodesOf(chance.shuffled([0, 1, 2]) as unknown as Places)) {
      await pause(CALM_MS);
      const before = acknowledgedNow;
      await Promise.all([
        apis.strike(episode, episode.forMs ?? chance.whole(...STRIKE_MS)),
        ...(episode.takenOver === undefined ? [] : [takesOver(episode.takenOver)]),
        ...episode.blows.flatMap((blow) => ('clock' in blow ? [refusesAll(blow.place)] : [])),
      ]);
      const meanwhile = acknowledgedNow - before;
      served.push(meanwhile);
      say(`${episode.name}: ${meanwhile} commands meanwhile, whole again after ${await wholeAgain()} ms`);
    }
  }

  /** An actor that a process owns, and can no longer write, is served by another one. */
  async function takesOver(place: number): Promise<void> {
    const began = performance.now();
    const other = apis.api((place + 1) % PROCESSES);
    let last = '';
    const isServed = async () => {
      last = await probeFault(other.url, probes[place]);
      return last === '';
    };
    await until(isServed, { limitMs: TAKEN_OVER_MS, everyMs: 50 }).catch((error: Error) => {
      throw new Error(`nobody has taken over from process ${place}: ${last}`, { cause: error });
    });
    say(`taken over after ${Math.round(performance.now() - began)} ms`);
  }

  /** A process whose clock is too wrong notices it, and says so. */
  async function refusesAll(place: number): Promise<void> {
    const { url } = apis.api(place);
    const isRefused = async () =>
      (await checksOf(url)).clock === 'down' && (await readDriver(drivers[0], url)) === null;
    await until(isRefused, { limitMs: STRIKE_MS[0], everyMs: 50, failure: 'the wrong clock is not noticed' });
  }

  /** Milliseconds until every process reads and writes, and all who follow at it are told what happens. */
  async function wholeAgain(): Promise<number> {
    const began = performance.now();
    const patience = { limitMs: WHOLE_AGAIN_MS, everyMs: 50 };
    await Promise.all(
      apis.places.map(async ({ url }, place) => {
        let last = '';
        const isWhole = async () => {
          last = await fault(url, probes[place]);
          return last === '';
        };
        await until(isWhole, patience).catch((error: Error) => {
          throw new Error(`process ${place} does not answer again: ${last}`, { cause: error });
        });
      }),
    );
    const isLive = () => witnesses.every(({ witness }) => witness.isLive);
    await until(isLive, { ...patience, failure: 'not all followers are live again' });
    return Math.round(performance.now() - began);
  }

  async function checksOf(url: string): Promise<Partial<Record<string, string>>> {
    const answer = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(5_000) });
    return ((await answer.json()) as { checks: Record<string, string> }).checks;
  }

  /** What a process does not do; empty: it is whole. */
  async function fault(url: string, probe: Shift | undefined): Promise<string> {
    const checks = await checksOf(url);
    const down = ['database', 'redis', 'clock'].filter((name) => checks[name] !== 'up');
    return down.length > 0 ? `${down.join()} down` : probeFault(url, probe);
  }

  /** What was answered to the next command of a driver who has no other; empty: it was done. */
  async function probeFault(url: string, probe: Shift | undefined): Promise<string> {
    if (probe === undefined) return 'no probe';
    const { driver, acknowledged } = probe;
    const step = acknowledged.length % 2 === 0 ? 'break' : 'resume';
    const key = `probe-${acknowledged.length}`;
    const { status, body } = await clientAt(url, driver).call('POST', `/driver/shift/${step}`, { key });
    if (status !== 200) return `${step} answered ${status}: ${JSON.stringify(body)}`;
    acknowledged.push(key);
    return '';
  }

  function clientAt(url: string, { client: { token, address } }: OnDuty): ApiClient {
    const client = new ApiClient(url, address);
    client.token = token;
    return client;
  }

  it('go on while one or two of them are cut off', () => {
    expect(Math.min(...served)).to.be.above(0);
  });

  it('lose and double no acknowledged command of a driver, wherever it is sent again', async () => {
    for (const { url } of apis.places)
      for (const { driver, acknowledged } of shifts) {
        const path = `/driver/shift/${acknowledged.length % 2 === 0 ? 'resume' : 'break'}`;
        const { status } = await clientAt(url, driver).call('POST', path, { key: acknowledged.at(-1) ?? '' });
        expect(status).to.equal(200);
      }
    const written = await writtenCommands(database);
    let commands = 0;
    for (const { driver, acknowledged } of [...shifts, ...probes]) {
      const own = written.filter(({ kind, key }) => kind === 'driver' && key === driver.driverId);
      const steps = own.map(({ type }) => type).filter((type) => type.endsWith('-break'));
      expect(steps).to.deep.equal(
        acknowledged.map((_, index) => (index % 2 === 0 ? 'start-break' : 'end-break')),
      );
      commands += acknowledged.length;
    }
    expect(loadFaults).to.deep.equal([]);
    say(`${commands} commands of ${DRIVERS} drivers; ${JSON.stringify(Object.fromEntries(trouble))}`);
    expect(commands).to.be.above(300);
  });

  it('lose and double no acknowledged order, and the books add up', async () => {
    await Promise.all(shoppers.map((shopper) => shopper.repeatLast()));
    const acknowledged = shoppers.flatMap((shopper) => shopper.acknowledged);
    say(`${acknowledged.length} orders`);
    expect(shoppers.flatMap(({ faults }) => faults)).to.deep.equal([]);
    expect(await auditShop(database, acknowledged)).to.deep.equal([]);
    expect(acknowledged.length).to.be.above(20);
  });

  it('answer nothing outdated', () => {
    say(`${read} reads right after a command`);
    expect(outdated).to.deep.equal([]);
  });

  it('own an actor one after the other: epochs only grow, and each has one writer', async () => {
    const written = await writtenCommands(database);
    expect(ownershipFaults(written)).to.deep.equal([]);
    expect(new Set(written.map(({ writer }) => writer))).to.include.keys(
      ...[0, 1, 2].map((place) => `${SESSION}${place}`),
    );
    const did = await ownershipFigures(apis.api(0).url);
    say(`ownership: ${JSON.stringify(did)}`);
    for (const what of ['activations', 'forwards', 'degraded'] as const)
      expect(did[what], what).to.be.above(0);
  });

  it('tell every follower of every change in order, or have it read the state', async () => {
    const lasts = await database('actor').where({ kind: 'driver' }).select('key', 'version');
    const lastOf = new Map(lasts.map(({ key, version }) => [key, Number(version)]));
    for (const { witness, of } of witnesses)
      for (const { driverId } of of) {
        await until(() => witness.knows(driverId) === lastOf.get(driverId), { everyMs: 50 });
        expect(witness.faults(driverId), driverId).to.deep.equal([]);
      }
    const sum = (of: (witness: Witness) => number) =>
      witnesses.reduce((total, { witness }) => total + of(witness), 0);
    const [events, late, reads] = [
      sum((each) => each.events),
      sum((each) => each.late),
      sum((each) => each.reads),
    ];
    say(
      `${witnesses.length} followers: ${events} events, ${late} more that came late, state read ${reads} times`,
    );
    expect(events).to.be.above(1_000);
  });

  it('are all still the processes that were started', () => {
    expect(apis.allRunning).to.equal(true);
  });
});
