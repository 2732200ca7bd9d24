import type { ActorRef } from '../../actors/runtime/machine.ts';
import { applyEvents } from '../../actors/runtime/turn.ts';
import type { LeaseTiming } from '../../db/redis/lease-registry.ts';
import { type Chance, seededChance } from '../../scripts/shared/chance.ts';
import { SharedMemory } from '../support/memory-lease-registry.ts';
import { accountMachine } from './account-machine.ts';
import { Audit } from './audit.ts';
import { SimDatabase } from './database.ts';
import { DAWN, Host } from './host.ts';
import { Link } from './network.ts';
import { type ProcessOptions, SimProcess } from './process.ts';
import { SimSwitchboard } from './redis.ts';
import { Schedule } from './schedule.ts';
import type { Surroundings } from './surroundings.ts';

const SYSTEM = { accountId: null, role: 'SYSTEM' } as const;

export interface WorldOptions {
  seed: number;
  timing: LeaseTiming;
  /** Whether commits wait for PostgreSQL's standby. Default: true. */
  synchronous?: boolean | undefined;
}

/** Everything outside the processes: time, chance, PostgreSQL, Redis and the connections to them. */
export class World implements Surroundings {
  readonly random: Chance;
  readonly schedule: Schedule;
  readonly audit: Audit;
  readonly database: SimDatabase;
  readonly links: Surroundings['links'];
  readonly memory: SharedMemory;
  readonly switchboard: SimSwitchboard;
  readonly timing: LeaseTiming;
  readonly processes: SimProcess[] = [];
  readonly accounts: ActorRef[] = [];
  /** Milliseconds by which Redis's clock is wrong. */
  redisLeap = 0;
  faulty: () => boolean = () => false;
  readonly synchronous: boolean;
  promoting = false;
  promotions = 0;
  partitions = 0;
  #ids = 0;
  #hosts = 0;

  constructor({ seed, timing, synchronous = true }: WorldOptions) {
    this.synchronous = synchronous;
    this.random = seededChance(seed);
    this.timing = timing;
    const schedule = new Schedule(this.random);
    this.schedule = schedule;
    this.audit = new Audit(schedule);
    this.database = new SimDatabase(schedule, this.audit);
    const postgres = (name: string) =>
      new Link(schedule, this.random, { name, delay: 3, slowest: 3_000, ordered: false });
    this.links = {
      ...{
        group: postgres('group'),
        turns: postgres('turns'),
        work: postgres('work'),
        reads: postgres('reads'),
      },
      redis: new Link(schedule, this.random, { name: 'redis', delay: 1, slowest: 1_000, ordered: true }),
    };
    this.memory = new SharedMemory({
      now: () => schedule.now + this.redisLeap,
      after: () => () => undefined,
      soon: () => undefined,
    });
    this.switchboard = new SimSwitchboard(schedule, this.links.redis);
  }

  newId(): string {
    this.#ids += 1;
    return `00000000-0000-7000-8000-${this.#ids.toString(16).padStart(12, '0')}`;
  }

  get tally(): ActorRef {
    const [first] = this.accounts;
    if (first === undefined) throw new Error('no account was opened');
    return first;
  }

  open(balance: number, history: number): ActorRef {
    const ref = { kind: 'driver', key: this.newId() } as const;
    const event = { v: 1, type: 'OPENED_ACCOUNT', key: ref.key, balance } as const;
    this.#turn(ref, 'create', event, null, 0);
    for (let version = 1; version <= history; version += 1) {
      this.#turn(ref, 'statement', { v: 1, type: 'STATED' }, this.audit.stateAt(ref, version), version);
    }
    this.accounts.push(ref);
    return ref;
  }

  start(options: ProcessOptions): SimProcess {
    this.#hosts += 1;
    const host = new Host(`p${this.#hosts}`, this.schedule, this.random);
    this.schedule.note(host.name, options.sticky ? 'started' : 'started, by row locks alone');
    const process = new SimProcess(this, host, options);
    this.processes.push(process);
    return process;
  }

  /** As kill -9 does. What is on its way to PostgreSQL may still arrive. */
  kill(process: SimProcess): void {
    process.host.die();
    for (const link of Object.values(this.links)) link.purge(process.host);
    process.actorStore.abandon();
    this.forget(process);
  }

  forget(process: SimProcess): void {
    const index = this.processes.indexOf(process);
    if (index >= 0) this.processes.splice(index, 1);
  }

  #turn(ref: ActorRef, type: string, event: object, state: unknown, version: number): void {
    const id = this.newId();
    const command = { ref, type, by: SYSTEM, id, requestHash: Buffer.from('creation'), reason: null };
    const request = { ...command, requestId: null, correlationId: id };
    const at = new Date(DAWN).toISOString();
    const outcome = { ok: true, reply: {} } as const;
    const decided = { events: [event as never], outcome, facts: null, at };
    const commit = applyEvents(accountMachine as never, request, { version, state }, decided);
    this.database.create(commit);
  }
}
