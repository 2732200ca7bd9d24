import { randomUUID } from 'node:crypto';
import { SeededRandom } from '../../actors/planning/solver/seeded-random.ts';
import { connectLive, type LiveClient } from '../realtime/live-fixture.ts';
import type { Schema } from '../support/api-client.ts';
import {
  AL_KHOR,
  around,
  type DeliveryWorld,
  type OnDuty,
  STORE,
  WEST_BAY,
} from '../worlds/delivery-world.ts';

type Payload = Record<string, unknown>;

/** The newest of each live event per subject: what a console knows. */
export type Known = ReadonlyMap<string, Payload>;

/** The state at one moment: from the live API, and from the events pushed until then. */
export interface Observed {
  /** RFC 3339. */
  at: string;
  pushed: Record<'tasks' | 'drivers' | 'routes' | 'shifts' | 'zones' | 'presence', Known>;
  live: {
    tasks: Schema<'DispatchTask'>[];
    drivers: Schema<'Driver'>[];
    routes: Schema<'Route'>[];
    zones: Schema<'Zone'>[];
    shifts: Schema<'DispatchShift'>[];
    queue: Payload[];
  };
}

const SUBJECTS = {
  'task.updated': ['tasks', 'taskId'],
  'driver.updated': ['drivers', 'driverId'],
  'route.updated': ['routes', 'routeId'],
  'shift.updated': ['shifts', 'shiftId'],
  'zone.updated': ['zones', 'zoneId'],
  'presence.changed': ['presence', 'driverId'],
} as const;

const STEPS: readonly string[] = [
  ...[
    'ASSIGNED',
    'ACCEPTED',
    'PICKED_UP',
    'IN_TRANSIT',
    'ARRIVED',
    'FAILED',
    'CODE_VERIFIED',
    'CASH_RECORDED',
  ],
];

/** A day of orders, drivers and dispatchers who act at random, observed by a console. */
export class RecordedDay {
  readonly world: DeliveryWorld;
  readonly observed: Observed[] = [];
  readonly #console: LiveClient;
  readonly #drivers: OnDuty[];
  readonly #chance: SeededRandom;
  #orders = 0;

  private constructor(world: DeliveryWorld, console: LiveClient, drivers: OnDuty[], seed: number) {
    this.world = world;
    this.#console = console;
    this.#drivers = drivers;
    this.#chance = new SeededRandom(seed);
  }

  static async begin(world: DeliveryWorld, seed: number, drivers = 4): Promise<RecordedDay> {
    const console = await connectLive(world.service.url, world.dispatcher.token ?? '');
    const people: OnDuty[] = [];
    for (let each = 0; each < drivers; each += 1) {
      people.push(await world.onDuty({ at: each % 2 === 0 ? STORE : WEST_BAY, cashLimit: '1500.00' }));
    }
    return new RecordedDay(world, console, people, seed);
  }

  /** How many changes of drivers' presence the console heard of; one may be told again. */
  get presenceChanges(): number {
    const told = this.#console.received.filter(({ event }) => event === 'presence.changed');
    return new Set(told.map(({ payload }) => JSON.stringify(payload))).size;
  }

  close(): void {
    this.#console.socket.close();
  }

  async run(steps: number): Promise<void> {
    for (let step = 0; step < steps; step += 1) {
      await this.#act();
      await this.observe();
      this.world.service.clock.advance(1_000 + Math.floor(this.#random() * 12_000));
    }
  }

  /** What chance might leave out: a plan made, moved and cancelled, a zone's name changed, drivers silent and back. */
  async runPlanned(): Promise<void> {
    const { dispatcher, service } = this.world;
    const times = (hours: number) => {
      const start = service.clock.now().getTime() + hours * 3_600_000;
      return {
        plannedStart: new Date(start).toISOString(),
        plannedEnd: new Date(start + 3_600_000).toISOString(),
      };
    };
    const { data } = await dispatcher.get<Schema<'ZoneList'>>('/dispatch/zones?limit=100');
    const [zone] = data;
    const driverId = this.#drivers[0]?.driverId ?? '';
    const body = { driverId, ...times(30 * 24) };
    const made = await dispatcher.post<Schema<'ShiftPlanning'>>('/dispatch/shifts', body);
    const path = `/dispatch/shifts/${made.shifts[0]?.id}`;
    const steps = [
      () => dispatcher.call('PATCH', path, { body: times(2), version: 1 }),
      () =>
        dispatcher.call('PATCH', path, { body: { status: 'CANCELLED', reason: 'Not needed' }, version: 2 }),
      () => {
        const name = { en: `${zone?.name.en}, renamed`, ar: 'اسم آخر' };
        return dispatcher.call('PATCH', `/dispatch/zones/${zone?.id}`, {
          body: { name },
          version: zone?.version ?? 0,
        });
      },
      async () => service.clock.advance(61_000),
      async () => service.clock.advance(300_000),
      () => this.#drivers[1]?.client.get('/driver/tasks'),
    ];
    await this.observe();
    for (const step of steps) {
      await step();
      await this.observe();
      service.clock.advance(1_000);
    }
  }

  /** Waits until everything is done and every event has arrived, then records the present state. */
  async observe(): Promise<Observed> {
    const { world } = this;
    await world.settle();
    const observed = await world.service.clock.hold(async (moment) => {
      // Publishes every driver who is offline by now; the stopped clock lets no other go offline during the recording.
      await world.service.inside.deps.presence.sweep(100);
      await this.#told();
      return { at: moment.toISOString(), pushed: this.#known(), live: await this.#live() };
    });
    this.observed.push(observed);
    // The next act must have a later time than this state.
    world.service.clock.advance(5);
    return observed;
  }

  /** Waits for the last event: events of one room come in sequence, so all earlier ones are here, too. */
  async #told(): Promise<void> {
    const id = randomUUID();
    const came = new Promise<void>((resolve) => {
      const see = (event: string, payload: Payload) => {
        if (event !== 'notification.created' || payload.id !== id) return;
        this.#console.socket.offAny(see);
        resolve();
      };
      this.#console.socket.onAny(see);
    });
    this.world.service.inside.deps.pusher.push(['dispatch'], 'notification.created', {
      ...{ id, kind: 'MARKER', unreadCount: 0 },
    });
    await came;
  }

  #known(): Observed['pushed'] {
    const map = () => new Map<string, Payload>();
    const known = {
      ...{ tasks: map(), drivers: map(), routes: map(), shifts: map(), zones: map(), presence: map() },
    };
    for (const { event, payload } of this.#console.received) {
      const subject = SUBJECTS[event as keyof typeof SUBJECTS];
      if (subject === undefined) continue;
      const [kind, key] = subject;
      const id = String(payload[key]);
      const before = known[kind].get(id);
      const newer = before?.version === undefined || Number(before.version) <= Number(payload.version);
      if (newer) {
        known[kind].set(id, payload);
      }
    }
    return known;
  }

  async #live(): Promise<Observed['live']> {
    const { dispatcher, database } = this.world;
    const list = async <T>(path: string) => {
      const found: T[] = [];
      let cursor: string | null = null;
      do {
        const next: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const page: { data: T[]; page: { nextCursor: string | null } } = await dispatcher.get(
          `${path}?limit=100${next}`,
        );
        found.push(...page.data);
        cursor = page.page.nextCursor;
      } while (cursor !== null);
      return found;
    };
    const queue = await database('zone_tickets')
      .orderBy('task_id')
      .select('task_id', 'zone_id', 'round', 'attempt', 'status', 'driver_id');
    return {
      tasks: await list('/dispatch/tasks'),
      drivers: await list('/dispatch/drivers'),
      routes: await list('/dispatch/routes'),
      zones: await list('/dispatch/zones'),
      shifts: await list('/dispatch/shifts'),
      queue,
    };
  }

  #random(): number {
    return this.#chance.unit();
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#random() * list.length)];
  }

  /** A random act by a random person. A refusal is a valid response. */
  async #act(): Promise<void> {
    const { world } = this;
    const dice = this.#random();
    if (this.#orders < 4 || dice < 0.12) {
      this.#orders += 1;
      const dropoff = this.#pick([WEST_BAY, AL_KHOR, STORE]) ?? WEST_BAY;
      await world.ready({ goods: `${50 + this.#orders}.00`, items: 1 + (this.#orders % 3), dropoff });
      return;
    }
    if (dice < 0.14) return world.later(100_000);
    if (dice < 0.15) return world.later(320_000);
    if (dice < 0.2) return this.#plan();
    const { data } = await world.dispatcher.get<Schema<'DispatchTaskList'>>('/dispatch/tasks?limit=100');
    const open = data.filter(({ status }) => STEPS.includes(status));
    // Tasks that are further along are mostly preferred, so that some get finished.
    open.sort((left, right) => STEPS.indexOf(right.status) - STEPS.indexOf(left.status));
    const task = this.#pick(this.#random() < 0.6 ? open.slice(0, 4) : data);
    const driver =
      this.#drivers.find(({ driverId }) => driverId === task?.driverId) ?? this.#pick(this.#drivers);
    if (task === undefined || driver === undefined) return;
    if (dice < 0.7 && task.status !== 'FAILED') return this.#drive(driver, task);
    if (dice < 0.78 || task.status === 'FAILED') return this.#interfere(task);
    if (dice < 0.88) return this.#pause(driver);
    return dice < 0.91 ? this.#handIn(driver) : this.#edit();
  }

  async #drive({ client }: OnDuty, task: Schema<'DispatchTask'>): Promise<void> {
    const path = `/driver/tasks/${task.id}`;
    const step = this.#next(task.status);
    if (step === undefined) return;
    if (step === 'verify-code') {
      await client.call('POST', `${path}/delivery-code`, {});
      const code = this.#random() < 0.2 ? '000000' : await this.world.code().catch(() => '000000');
      await client.call('POST', `${path}/verify-code`, { body: { code } });
      return;
    }
    const bodies: Record<string, object> = {
      'record-cash': { body: { amount: task.cashDue } },
      fail: { body: { reason: 'NOBODY_HOME' } },
    };
    await client.call('POST', `${path}/${step}`, bodies[step] ?? {});
  }

  #next(status: string): string | undefined {
    const steps: Record<string, string> = {
      ASSIGNED: this.#random() < 0.2 ? 'decline' : 'accept',
      ACCEPTED: 'pick-up',
      PICKED_UP: 'in-transit',
      IN_TRANSIT: this.#random() < 0.5 ? 'arrive' : 'verify-code',
      ARRIVED: this.#random() < 0.3 ? 'fail' : 'verify-code',
      CODE_VERIFIED: 'record-cash',
      CASH_RECORDED: 'complete',
    };
    return steps[status];
  }

  async #interfere(task: Schema<'DispatchTask'>): Promise<void> {
    const { dispatcher } = this.world;
    const path = `/dispatch/tasks/${task.id}`;
    const dice = this.#random();
    if (task.status === 'FAILED') {
      const step = dice < 0.6 ? 'retry' : 'return';
      await dispatcher.call('POST', `${path}/${step}`, { body: { reason: 'The buyer was called' } });
      return;
    }
    const driver = this.#pick(this.#drivers);
    if (dice < 0.4)
      await dispatcher.call('POST', `${path}/unassign`, { body: { reason: 'Somebody is nearer' } });
    else if (dice < 0.8)
      await dispatcher.call('POST', `${path}/assign`, { body: { driverId: driver?.driverId } });
    else await dispatcher.call('POST', `${path}/cancel`, { body: { reason: 'The buyer called' } });
  }

  async #pause({ client }: OnDuty): Promise<void> {
    const step = this.#pick(['break', 'resume', 'resume', 'end', 'start']) ?? 'resume';
    await client.call('POST', `/driver/shift/${step}`, {});
  }

  async #handIn({ driverId }: OnDuty): Promise<void> {
    const row = await this.world.database('drivers').where('id', driverId).first('cash_on_hand');
    const body = { driverId, counted: { amount: row.cash_on_hand, currency: 'QAR' } };
    await this.world.dispatcher.call('POST', '/dispatch/cash/settlements', { body });
  }

  /** Plans a shift, or moves or cancels one. */
  async #plan(): Promise<void> {
    const { dispatcher, service } = this.world;
    const driver = this.#pick(this.#drivers);
    const now = service.clock.now().getTime();
    const begin = now + (1 + Math.floor(this.#random() * 20)) * 15 * 60_000;
    const times = {
      plannedStart: new Date(begin).toISOString(),
      plannedEnd: new Date(begin + 3 * 3_600_000).toISOString(),
    };
    const { data } = await dispatcher.get<Schema<'DispatchShiftList'>>('/dispatch/shifts?status=PLANNED');
    const plan = this.#pick(data);
    const dice = this.#random();
    if (plan === undefined || dice < 0.5) {
      await dispatcher.call('POST', '/dispatch/shifts', { body: { driverId: driver?.driverId, ...times } });
      return;
    }
    const body = dice < 0.85 ? times : { status: 'CANCELLED', reason: 'Not needed' };
    await dispatcher.call('PATCH', `/dispatch/shifts/${plan.id}`, { body, version: plan.version ?? 0 });
  }

  async #edit(): Promise<void> {
    const { dispatcher } = this.world;
    const { data } = await dispatcher.get<Schema<'ZoneList'>>('/dispatch/zones?limit=100');
    const own = data.find(({ name }) => name.en.startsWith('Somewhere'));
    const geometry = around(WEST_BAY, 0.01 + this.#random() * 0.05);
    if (own === undefined) {
      const name = { en: 'Somewhere', ar: 'مكان' };
      await dispatcher.call('POST', '/dispatch/zones', {
        body: { name, priority: 20, geometry, active: true },
      });
      return;
    }
    const { version } = own;
    const dice = this.#random();
    const name = { en: `Somewhere ${this.#orders}`, ar: `مكان ${this.#orders}` };
    if (dice < 0.2) await dispatcher.call('DELETE', `/dispatch/zones/${own.id}`, { version });
    else if (dice < 0.5)
      await dispatcher.call('PATCH', `/dispatch/zones/${own.id}`, { body: { name }, version });
    else await dispatcher.call('PATCH', `/dispatch/zones/${own.id}`, { body: { geometry }, version });
  }
}
