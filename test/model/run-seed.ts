import { type Chance, seededChance } from '../../scripts/shared/chance.ts';
import { Broken } from '../worlds/pure/broken.ts';
import { CommitRules } from '../worlds/pure/commit-rules.ts';
import { retryWaiting } from '../worlds/pure/consumers.ts';
import type { Machines } from '../worlds/pure/machines.ts';
import { commandTo, driverRef, type Message, orderRef, zoneRef } from '../worlds/pure/message.ts';
import { PureWorld, type Turn } from '../worlds/pure/pure-world.ts';
import { checkAgreement } from '../worlds/pure/rest-rules.ts';
import { ChanceChooser } from './chooser.ts';
import { driverOnDuty, groupIdOf, NORTH, orderWith, WIDE, zoneEmpty, zonesOpen } from './city.ts';
import { CAPACITIES, DRIVER_ZONES, LIMITS, People } from './people.ts';
import { ScheduledJobs } from './scheduled-jobs.ts';

export interface Failure {
  seed: number;
  rule: string;
  message: string;
  step: number;
}

export interface Listening {
  /** Receives every step, in words. */
  trace?: (line: string) => void;
  /** Receives every commit. */
  commit?: (turn: Turn) => void;
}

const MANY = 6_000;
const BATCH_SECONDS = 20;
const MODES = ['immediate', 'batched', 'changing'] as const;
const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
/** How likely a sender crashes between its commit and the effects of it. */
const CRASHES = 0.08;

/** One random run of the assignment chain. Null when every rule held. */
export function runSeed(seed: number, machines: Machines, listening: Listening = {}): Failure | null {
  const run = new Run(seed, machines, listening);
  try {
    run.go();
    return null;
  } catch (error) {
    const rule = error instanceof Broken ? error.rule : 'no machine throws';
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { seed, rule, message: error instanceof Broken ? error.message : message, step: run.step };
  }
}

class Run {
  readonly #random: Chance;
  readonly #world: PureWorld;
  readonly #rules = new CommitRules();
  readonly #chooser: ChanceChooser;
  readonly #jobs: ScheduledJobs;
  readonly #people: People;
  /** Zones decide on tickets that another zone has overwritten meanwhile. */
  readonly #rough: boolean;
  /** Tickets are decided one by one or in batches, or the setting changes again and again. */
  readonly #mode: 'immediate' | 'batched' | 'changing';
  /** Days pass: commands that took effect before are no longer remembered. */
  readonly #days: boolean;
  /** Orders begin as placed, rather than packed. */
  readonly #placed: boolean;
  /** A long day with few drivers of large capacity: routes fill up, and there is time for deliveries to go wrong. */
  readonly #long: boolean;

  constructor(seed: number, machines: Machines, { trace, commit }: Listening) {
    const random = seededChance(seed);
    this.#random = random;
    this.#rough = seed % 4 === 3;
    this.#days = seed % 8 === 5;
    this.#placed = seed % 5 === 2;
    this.#long = seed % 8 === 6;
    const zones = zonesOpen();
    this.#chooser = new ChanceChooser(zones, random);
    const world = new PureWorld({
      ...{ machines, zones, chooser: this.#chooser },
      watch: (_, turn) => {
        commit?.(turn);
        this.#rules.look(world, turn);
      },
      wakesAt: (step) => (random.happens(CRASHES) ? step + 5 + random.below(60) : 0),
      idOf: (...parts) => parts.join('/'),
      trace: trace ?? null,
      thorough: seed % 32 === 0,
    });
    this.#world = world;
    this.#chooser.lookAt(world);
    // In this model days may pass between the request for a code and its use.
    world.code.lifetimeMs = YEAR;
    this.#mode = MODES[seed % 3] ?? 'immediate';
    if (this.#mode === 'batched') this.#world.batchSeconds = BATCH_SECONDS;
    const drivers = this.#hire();
    const orders = this.#place();
    this.#jobs = new ScheduledJobs(world, random);
    this.#people = new People({ world, zones, random }, orders, drivers, this.#long ? 'calm' : 'hectic');
  }

  get step(): number {
    return this.#world.step;
  }

  #hire(): string[] {
    for (const zoneId of [WIDE, NORTH]) this.#world.place(zoneRef(zoneId), zoneEmpty(zoneId));
    return Array.from({ length: 2 + this.#random.below(this.#long ? 2 : 3) }, (_, index) => {
      const driverId = `driver-${index}`;
      const terms = {
        zoneIds: [...(this.#random.pickAny(DRIVER_ZONES) ?? [])],
        cashLimit: this.#random.pickAny(LIMITS) ?? '0.00',
        capacity: this.#random.pickAny(CAPACITIES) ?? 2,
      };
      if (this.#long) Object.assign(terms, { zoneIds: [WIDE], cashLimit: '1000.00', capacity: 8 });
      this.#world.place(driverRef(driverId), driverOnDuty(driverId, terms));
      return driverId;
    });
  }

  #place(): { orderId: string; groups: number }[] {
    return Array.from({ length: (this.#long ? 5 : 2) + this.#random.below(4) }, (_, index) => {
      const orderId = `order-${index}`;
      const groups = 1 + this.#random.below(2);
      const stage = this.#placed ? 'placed' : 'packed';
      this.#world.place(orderRef(orderId), orderWith(orderId, [1 + (index % 3), 2].slice(0, groups), stage));
      if (this.#placed) for (let each = 0; each < groups; each += 1) this.#setDeadline(orderId, each);
      return { orderId, groups };
    });
  }

  #setDeadline(orderId: string, index: number): void {
    const groupId = groupIdOf(orderId, index);
    const timer = commandTo(orderRef(orderId), `deadline-${groupId}`, 'deadline-passed', { groupId });
    this.#world.setTimer(`accept:${groupId}`, timer, this.#world.now + 4 * 60 * MINUTE);
  }

  go(): void {
    const steps = (this.#long ? 400 : 60) + this.#random.below(70);
    for (let count = 0; count < steps; count += 1) this.#step();
    this.#settle();
    // If zones don't overwrite each other's tickets, everything is right before the scheduled jobs have run.
    if (!this.#rough) checkAgreement(this.#world, this.#rules, true);
    this.#attend();
    checkAgreement(this.#world, this.#rules, !this.#rough);
  }

  #step(): void {
    const world = this.#world;
    world.step += 1;
    this.#pass();
    if (this.#mode === 'changing' && this.#random.happens(0.05))
      world.batchSeconds = world.batchSeconds === null ? BATCH_SECONDS : null;
    const drawn = this.#random.unit();
    const quiet = this.#long && world.inFlight.length === 0;
    if (drawn < 0.66 && !quiet) this.#deliver();
    else if (drawn < 0.94) this.#people.act();
    else if (drawn < 0.98) this.#fire();
    else {
      world.pass(this.#random.below(2) * MINUTE);
      this.#jobs.putRight();
      this.#jobs.retime();
    }
  }

  #pass(): void {
    if (!this.#random.happens(0.15)) return;
    // An offer expires after ninety seconds: on a calm day most are answered in time.
    this.#world.pass(this.#random.below(this.#long ? 10 : 40) * 1000);
    if (this.#random.happens(this.#long ? 0.01 : 0.1)) this.#world.pass(this.#random.below(20) * MINUTE);
    if (this.#days && this.#random.happens(0.2)) this.#passDays();
  }

  /**
   * A message that was delivered may be repeated within an hour, not later; one that was not may be delayed without
   * limit.
   */
  #passDays(): void {
    const world = this.#world;
    world.trace(() => 'days pass');
    world.pass(50 * 60 * MINUTE);
    world.inFlight = world.inFlight.filter(({ repeated }) => repeated !== true);
  }

  /** Delivers a random message that is due; perhaps it is repeated much later, or sent again under a new id. */
  #deliver(): void {
    const message = this.#take();
    if (message === null) return;
    const { step } = this.#world;
    const drawn = this.#random.unit();
    if (drawn < 0.1) this.#world.send({ ...message, repeated: true }, step + this.#random.below(100));
    else if (drawn < 0.14 && message.type !== ONCE)
      this.#world.send({ ...message, id: this.#world.freshId() }, step + this.#random.below(60));
    this.#run(message);
  }

  #run(message: Message): void {
    const races = this.#rough && !message.consumer && message.to.kind === 'zone' && this.#random.happens(0.2);
    if (races) this.#race(message);
    else this.#world.deliver(message);
  }

  /** Another zone's turn comes between this zone's reading of the ticket and its commit. */
  #race(message: Message): void {
    const ticket = this.#world.rows.ticket(String(message.payload.taskId));
    const { inFlight } = this.#world;
    const index = inFlight.findIndex(
      ({ to, payload }) =>
        to.kind === 'zone' && to.key !== message.to.key && payload.taskId === message.payload.taskId,
    );
    const [other] = index < 0 ? [] : inFlight.splice(index, 1);
    if (other !== undefined) this.#world.deliver(other);
    this.#world.trace(() => `${message.to.key} decides on the ticket it read before that`);
    this.#world.deliver(message, { ticket });
  }

  #take(): Message | null {
    const { inFlight, step } = this.#world;
    for (let tries = 0; tries < 4 && inFlight.length > 0; tries += 1) {
      const index = this.#random.below(inFlight.length);
      const message = inFlight[index];
      if (message === undefined || message.wakesAt > step) continue;
      const last = inFlight.pop();
      if (last !== undefined && last !== message) inFlight[index] = last;
      return message;
    }
    return null;
  }

  /** Timers mostly fire late, sometimes early, and sometimes twice. */
  #fire(): void {
    const world = this.#world;
    if (this.#long && this.#random.happens(0.7)) return;
    // On a long day time advances from one timer to the next, and leaves none behind.
    const names = [...world.timers.keys()];
    const next = names.toSorted((one, other) => this.#dueAt(one) - this.#dueAt(other))[0];
    const name = this.#long ? next : this.#random.pickAny(names);
    const timer = name === undefined ? undefined : world.timers.get(name);
    if (name === undefined || timer === undefined) return;
    if (this.#random.happens(0.85)) world.pass(timer.dueAt - world.now);
    const keep = !this.#random.happens(0.8);
    world.fire(name, { keep, wakesAt: this.#random.happens(0.3) ? world.step + this.#random.below(40) : 0 });
  }

  #dueAt(name: string): number {
    return this.#world.timers.get(name)?.dueAt ?? 0;
  }

  /** Delivers everything in flight, in random order. */
  #settle(): void {
    const world = this.#world;
    world.trace(() => 'everything under way arrives');
    for (let turns = 0; world.inFlight.length > 0 || this.#ripen(); turns += 1) {
      if (turns > MANY) throw new Broken('the chain comes to rest', String(world.inFlight[0]?.type));
      const index = this.#random.below(world.inFlight.length);
      const message = world.inFlight[index];
      const last = world.inFlight.pop();
      if (message === undefined || last === undefined) break;
      if (last !== message) world.inFlight[index] = last;
      if (message.consumer) this.#chooser.lookAgain();
      world.deliver(message);
    }
  }

  /** Fires the timer of a batch that is being collected, since that is in flight, too. */
  #ripen(): boolean {
    const world = this.#world;
    const found = [...world.timers].find(([, { type }]) => type === 'batch-due');
    if (found === undefined) return false;
    const [name, timer] = found;
    world.pass(timer.dueAt - world.now);
    world.fire(name);
    return true;
  }

  /** Runs the worker's scheduled jobs until they find nothing to do. */
  #attend(): void {
    const world = this.#world;
    for (let rounds = 0; ; rounds += 1) {
      if (rounds > 20) throw new Broken('the scheduled jobs come to rest', String(world.inFlight[0]?.type));
      world.pass(2 * MINUTE);
      this.#chooser.lookAgain();
      const { turns } = world;
      this.#jobs.putRight();
      retryWaiting(world, world.freshId());
      this.#settle();
      // A task that no zone wants is retried for ever, so only commits count.
      if (world.turns === turns) return;
    }
  }
}

/** Sent by a single event of the order, which takes effect once: no two ids of it ever name the same round. */
const ONCE = 'enqueue';
