import { setMaxListeners } from 'node:events';
import type { Person } from '../people/person.ts';
import { DayOver } from './clock/day-over.ts';
import { Scheduler } from './clock/scheduler.ts';
import { Day } from './day.ts';
import { planDay } from './model/plan-day.ts';
import { steadyFetch } from './net/steady-fetch.ts';
import type { CityOptions } from './options.ts';
import { Counter } from './people/counter.ts';
import { DispatchersLine } from './people/help-line.ts';
import { Figures } from './record/figures.ts';
import { Logbook } from './record/logbook.ts';
import type { WatchedBoard, WatchedOrders } from './record/logbook-types.ts';
import { openBankAccount } from './set-up/bank-accounts.ts';
import { foundCity } from './set-up/found-city.ts';
import { findInstallation, findPages } from './set-up/installation.ts';
import { adjustSettings } from './set-up/settings.ts';
import { inSteps } from './set-up/steps.ts';
import { PushWatch } from './watch/push-watch.ts';
import { Doorstep } from './world/doorstep.ts';
import type { CityReader } from './world/reader.ts';
import { hasEnded, Stages } from './world/stages.ts';
import { type Cast, PlannedDay, type World } from './world/world.ts';

/** What may be done around a run. */
export interface CityHooks<Judgement> {
  signal?: AbortSignal;
  /** Creates a console's board, which the verdict compares with the service. */
  newBoard?: (person: Person) => WatchedBoard;
  /** The same for a seller's console. */
  newOrderBoard?: (person: Person) => WatchedOrders;
  /** Called once before the set-up, so that a display can show the figures. */
  onFigures?(figures: Figures): void;
  /** Called when the day begins; fault injection starts here. */
  onDay?(day: { figures: Figures; logbook: Logbook; clock: Scheduler }): void;
  /** Called after the last order and before the verdict; fault injection ends here. */
  onEnded?(): Promise<void>;
  /** Compares the service with the logbook while everyone is still connected. */
  judge(logbook: Logbook, reader: CityReader, figures: Figures): Promise<Judgement>;
}

export interface CityOutcome<Judgement> {
  logbook: Logbook;
  figures: Figures;
  judgement: Judgement;
}

/** Real milliseconds between the set-up and the day's first minute. */
const BREATH = 1_000;

/**
 * Founds the city on a running service, plays its day, brings everything to an end and lets it be judged. Throws a
 * CommandError if the service is down or cannot be used; everything is closed in any case.
 */
export async function runCity<Judgement>(
  options: CityOptions,
  hooks: CityHooks<Judgement>,
): Promise<CityOutcome<Judgement>> {
  const installation = await findInstallation(options);
  const { clock: reading, url } = installation;
  if (options.pages > 0) await findPages(url);
  const { seed, orders, drivers, hours, afterwards } = options;
  const plan = planDay({ seed, orders, drivers, hours, ...(afterwards === undefined ? {} : { afterwards }) });
  const figures = new Figures({ rate: reading.rate, orders, minutes: plan.ends });
  const clock = new Scheduler(reading, (late) => figures.lateness.add(late));
  const logbook = new Logbook({
    url,
    seed,
    rate: reading.rate,
    foundedAt: clock.now(),
    dayStart: reading.domain,
    maxAlerts: options.maxAlerts,
  });
  const closing = new AbortController();
  // Everyone who waits for an answer listens for the end of the day.
  setMaxListeners(0, closing.signal);
  const stop = () => {
    closing.abort(new DayOver());
    clock.close(new DayOver());
  };
  hooks.signal?.addEventListener('abort', stop, { once: true });
  hooks.onFigures?.(figures);
  const meter = {
    answered: (ms: number) => {
      logbook.latencies.answer.add(ms);
      if (figures.phase === 'PLAYING' || figures.phase === 'ENDING') figures.answers.add(ms);
    },
    repeated: (why: string) => {
      logbook.network.repeated += 1;
      figures.error(why);
    },
    limited: (ms: number, { method, url }: Request) => {
      if (figures.phase !== 'SETTING_UP') figures.limit(`${method} ${operationOf(url)}`);
      const until = Date.now() + ms;
      if (until > (figures.limitedUntil?.getTime() ?? 0)) figures.limitedUntil = new Date(until);
    },
    gaveUp: () => {
      logbook.network.givenUp += 1;
    },
  };
  const around = {
    ...{ url, clock, logbook, figures },
    pushes: new PushWatch(figures.push, logbook.latencies.push),
    fetch: steadyFetch({ meter, signal: closing.signal }),
  };
  let cast: Cast | null = null;
  try {
    cast = await foundCity(around, installation, plan, options.pages);
    const { acceptanceDeadline } = plan;
    const restore = await adjustSettings(cast.admin, { acceptanceDeadline, rate: clock.rate });
    await inSteps(figures, 'bank accounts', [...cast.shops.values()], (shop) =>
      openBankAccount(shop, seed, logbook),
    );
    const dayStart = clock.now() + BREATH * clock.rate;
    logbook.run.dayStart = dayStart;
    let isEnding = false;
    const world: World = {
      ...{ ...around, plan, cast, dayStart, planned: new PlannedDay(plan) },
      stages: new Stages((stage, former) => countGroup(figures, stage.status, former)),
      doorstep: new Doorstep(),
      counter: new Counter(cast.dispatchers, () => world),
      helpLine: new DispatchersLine(cast.dispatchers, () => world),
      newBoard: hooks.newBoard ?? null,
      newOrderBoard: hooks.newOrderBoard ?? null,
      isEnding: () => isEnding,
      tell: (text) => figures.tell(new Date(clock.now()), text),
    };
    const day = new Day(world);
    await day.open();
    figures.phase = 'PLAYING';
    const ticking = keepTime(world, day);
    try {
      hooks.onDay?.({ figures, logbook, clock });
      await day.play();
      isEnding = true;
      figures.phase = 'ENDING';
      await day.bringToAnEnd();
      await hooks.onEnded?.();
      await restore();
      await day.becomesQuiet();
    } finally {
      clearInterval(ticking);
    }
    logbook.endedAt = clock.now();
    figures.phase = 'JUDGING';
    const judgement = await hooks.judge(logbook, readerOf(cast), figures);
    figures.phase = 'DONE';
    return { logbook, figures, judgement };
  } finally {
    hooks.signal?.removeEventListener('abort', stop);
    stop();
    for (const { board, orderBoard } of logbook.views) (board ?? orderBoard)?.close();
    for (const { person } of cast === null ? [] : everybody(cast)) person.leave();
  }
}

/** The path without ids. */
function operationOf(url: string): string {
  return new URL(url).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replace(/^\/api\/v1/, '');
}

function everybody(cast: Cast) {
  return [
    cast.admin,
    ...cast.dispatchers,
    ...[...cast.shops.values(), ...cast.drivers, ...cast.customers.values()].map(({ citizen }) => citizen),
  ];
}

function readerOf(cast: Cast): CityReader {
  const people = new Map(everybody(cast).map(({ id, person }) => [id, person]));
  return {
    admin: cast.admin.person,
    dispatchers: cast.dispatchers.map(({ person }) => person),
    person: (clientId) => people.get(clientId),
  };
}

function countGroup(
  figures: Figures,
  status: Parameters<Figures['groups']['get']>[0],
  former: typeof status | null,
) {
  if (former !== null) figures.groups.set(former, (figures.groups.get(former) ?? 1) - 1);
  figures.groups.set(status, (figures.groups.get(status) ?? 0) + 1);
}

/** Real milliseconds. */
const TICK = 500;

/** Work driven by the clock rather than by events. */
function keepTime(world: World, day: Day): NodeJS.Timeout {
  const { figures, clock, dayStart, logbook, stages } = world;
  const startedAt = Date.now();
  const isOver = (groupId: string) => hasEnded(stages.groups.get(groupId)?.status ?? 'PENDING_ACCEPTANCE');
  const tick = () => {
    figures.clock = { startedAt, dayStart: new Date(dayStart), now: new Date(clock.now()) };
    let ended = 0;
    for (const { groups } of logbook.orders.values()) {
      if (groups.every(({ groupId }) => isOver(groupId))) ended += 1;
    }
    figures.orders.ended = ended;
    day.count();
  };
  tick();
  return setInterval(tick, TICK);
}
