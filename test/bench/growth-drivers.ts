import { startApis } from './api-processes.ts';
import { addField, insertTickets } from './assignment-field.ts';
import { BenchChild } from './child.ts';
import { makeAccount, makeDrivers, prepared, signIn } from './drivers.ts';
import { type BenchServices, serviceEnvironment } from './durable-services.ts';
import { fillCity, fillDay } from './fill-day.ts';
import type { DecisionQuestion, DecisionTerms } from './growth-decisions.ts';
import type { GrowthTerms } from './growth-part.ts';
import type { GrowthLoad, GrowthRequest } from './growth-requests.ts';
import { inTurns, lineOf, shown, stores, type Tally } from './growth-windows.ts';
import { type Line, tellProgress } from './report.ts';

const SIZES = [10, 100, 1_000, 10_000];
const QUICK_SIZES = [10, 1_000];
/** Drivers who sign in and send positions; the others only have rows, routes and places. */
const SENDERS = 10;
const WAITING_TASKS = 2_000;
/** Deliveries of a driver on the day that the overview is asked for. */
const DELIVERED_EACH = 2;
/** Dispatchers, or phones, who ask at the same time. */
const CONNECTIONS = 4;
const DAY_MS = 86_400_000;

interface Ground {
  services: BenchServices;
  environment: Record<string, string>;
  api: { url: string; pid: number };
  terms: GrowthTerms;
  zoneIds: string[];
  tickets: string[];
  senders: readonly { token: string }[];
  dispatcher: string;
}

/**
 * What choosing a driver, the board, the overview and a position take with ever more drivers on duty. One API process;
 * another one chooses, so that its processor time is that of choices alone.
 */
export async function growDrivers(services: BenchServices, terms: GrowthTerms): Promise<Line[]> {
  // Each overview is read, none repeated.
  const environment = { ...serviceEnvironment(services), OVERVIEW_CACHE_MS: '0' };
  const prepare = await prepared(environment, async (deps) => {
    const { database } = deps;
    await fillCity(database, 0);
    const senders = await makeDrivers(deps, SENDERS);
    const zones: { id: string }[] = await database('delivery_zones').where('active', true).select('id');
    const zoneIds = zones.map(({ id }) => id);
    const dispatcher = await signIn(deps, await makeAccount(deps, 'dispatcher', ['DISPATCHER']));
    const tickets = await insertTickets(database, zoneIds[0] ?? '', WAITING_TASKS);
    return { senders, zoneIds, dispatcher, tickets };
  });
  const [api] = await startApis(environment, 1);
  if (api === undefined) throw new Error('no API process');
  const ground = { services, environment, api, terms, ...prepare };
  try {
    const lines: Line[] = [];
    let before = SENDERS;
    for (const [index, size] of (terms.quick ? QUICK_SIZES : SIZES).entries()) {
      const day = new Date(Date.now() - (2 + index) * DAY_MS).toISOString().slice(0, 10);
      await grow(ground, before, size, day);
      before = size;
      for (const measure of [choices, readsOf(day), positions]) {
        const some = await measure(ground, size);
        for (const line of some) tellProgress(line);
        lines.push(...some);
      }
    }
    return lines;
  } finally {
    await api.end();
  }
}

async function grow(
  { services, environment, zoneIds }: Ground,
  from: number,
  size: number,
  day: string,
): Promise<void> {
  await prepared(environment, async ({ database }) => {
    await addField(database, zoneIds, size - from);
    await fillDay(services.databaseUrl, { day, tasks: DELIVERED_EACH * size });
    await database.raw('VACUUM ANALYZE');
  });
}

async function choices({ services, environment, tickets, terms }: Ground, size: number): Promise<Line[]> {
  const asked = JSON.stringify({ environment, tickets } satisfies DecisionTerms);
  const child = new BenchChild('growth-decisions.ts', [asked]);
  try {
    await child.next();
    const side = (what: DecisionQuestion['what']) => ({
      run: (seconds: number) =>
        child.ask<Tally>({ what, seconds } satisfies DecisionQuestion, (seconds + 60) * 1_000),
      processes: [{ name: 'API', pids: [child.pid] }, ...stores(services)],
    });
    const found = await inTurns({ ours: side('choose'), bare: side('bare') }, terms);
    return [
      lineOf(
        `${shown(size)} on duty: choosing a driver; bare: the nearest by GEOSEARCH`,
        found.ours,
        found.bare,
      ),
    ];
  } finally {
    await child.end();
  }
}

/** The board and the overview, beside Express sending the same bytes. */
function readsOf(day: string) {
  return async (ground: Ground, size: number): Promise<Line[]> => {
    const { api, dispatcher: token } = ground;
    const bare = new BenchChild('shop-bare.ts');
    try {
      const url = await bare.next<string>();
      const lines: Line[] = [];
      for (const [what, path] of [
        ['board', '/api/v1/dispatch/board'],
        ['overview', `/api/v1/dispatch/overview?day=${day}`],
      ] as const) {
        const answer = await fetch(api.url + path, { headers: { Authorization: `Bearer ${token}` } });
        const body = await answer.text();
        if (!answer.ok) throw new Error(`the ${what}: ${answer.status} ${body}`);
        await bare.ask({ path, body });
        const found = await against(ground, { url, pid: bare.pid }, { path, token }, { path, token: null });
        const name = `${shown(size)} on duty: ${what}, ${shown(body.length / 1_000)} kB; bare: Express with the same bytes`;
        lines.push(lineOf(name, found.ours, found.bare));
      }
      return lines;
    } finally {
      await bare.end();
    }
  };
}

async function positions(ground: Ground, size: number): Promise<Line[]> {
  const bare = new BenchChild('shop-buying-bare.ts', [ground.services.databaseUrl]);
  try {
    const url = await bare.next<string>();
    const ours = ground.senders.map(({ token }): GrowthRequest => {
      return { path: '/api/v1/driver/locations', token, body: 'position' };
    });
    const upsert: GrowthRequest = { path: '/upsert', token: null, body: 'turn' };
    const found = await against(ground, { url, pid: bare.pid }, ours, upsert);
    return [
      lineOf(
        `${shown(size)} on duty: a position by HTTP; bare: an upsert through Express`,
        found.ours,
        found.bare,
      ),
    ];
  } finally {
    await bare.end();
  }
}

async function against(
  { services, api, terms }: Ground,
  bare: { url: string; pid: number },
  ours: GrowthRequest | readonly GrowthRequest[],
  theirs: GrowthRequest,
) {
  const load = new BenchChild('growth-load.ts');
  const side = (
    name: string,
    { url, pid }: { url: string; pid: number },
    requests: readonly GrowthRequest[],
  ) => ({
    run: (seconds: number) =>
      load.ask<Tally>(
        { url, connections: CONNECTIONS, seconds, requests } satisfies GrowthLoad,
        (seconds + 60) * 1_000,
      ),
    processes: [{ name, pids: [pid] }, ...stores(services)],
  });
  try {
    return await inTurns(
      { ours: side('API', api, [ours].flat()), bare: side('Express', bare, [theirs]) },
      terms,
    );
  } finally {
    await load.end();
  }
}
