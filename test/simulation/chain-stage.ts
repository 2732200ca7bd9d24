import type { ActorRef } from '../../actors/runtime/machine.ts';
import { Client } from './client.ts';
import { MOMENTS, type Moment, type Step } from './crash-points.ts';
import type { Host } from './host.ts';
import type { SimProcess } from './process.ts';
import { settle, stop, until } from './settle.ts';
import { TIMING } from './simulation.ts';
import { World } from './world.ts';

export interface StageOptions {
  seed: number;
  sticky: boolean;
  /** Whether the receiver accepts or refuses the money, or the timer has to ask for the result. */
  ending: 'credited' | 'refunded' | 'reminded';
  /** Whether the caller asks again, or gives up together with the process that broke. */
  repeats: boolean;
}

/** Where the chain is stopped: at the first request of a step, or at the n-th request of all. */
export type Stop = { step: Step; moment: Moment } | { question: number; moment: Moment };

const AMOUNT = 40;

const LABELS: Readonly<Record<Step, RegExp>> = {
  claim: /^claim /,
  activation: /^activate /,
  'row lock': /^SELECT … FOR UPDATE /,
  turn: /^write .*:transfer/,
  commit: /^(fast|careful|COMMIT) .*:transfer/,
  'chain commit': /^(fast|careful|COMMIT) .*:credit/,
  'answer commit': /^(fast|careful|COMMIT) .*:(settle|refund)/,
  'consumer commit': /^(fast|careful|COMMIT) .*:note/,
  'outbox closing': /^outbox done /,
  forwarding: /^publish /,
  'timer claim': /^timers due/,
  'timer commit': /^(fast|careful|COMMIT) .*:remind/,
  'timer closing': /^timer done /,
};

/** One transfer between two accounts that belong to two processes, stopped once on its way. */
export class ChainStage {
  readonly #options: StageOptions;
  readonly world: World;
  readonly #from: ActorRef;
  readonly #to: ActorRef;
  #questions = 0;
  #stopped = false;
  #armed = false;

  constructor(options: StageOptions) {
    this.#options = options;
    this.world = new World({ seed: options.seed, timing: TIMING });
    this.world.open(0, 0);
    this.#from = this.world.open(100, 0);
    this.#to = this.world.open(0, 0);
  }

  /**
   * Runs it to its end and judges all of it. Returns how many requests were made, whether it was stopped, and the
   * outcome.
   */
  async play(stopAt: Stop | null): Promise<{ questions: number; stopped: boolean; outcome: string }> {
    const { world } = this;
    const options = { sticky: this.#options.sticky, limits: {}, duties: 200 };
    for (let count = 0; count < 2; count += 1) world.start(options);
    await until(world, 2_500, () => false);
    await this.#prepare();
    this.#arm(stopAt, () => world.start(options));
    const caller = this.#call();
    await until(
      world,
      world.schedule.now + 60_000,
      () => caller.idle || (!this.#options.repeats && this.#stopped),
    );
    caller.stopping = true;
    if (!this.#options.repeats) caller.giveUp();
    await until(world, world.schedule.now + 6_000, () => false);
    this.#armed = false;
    while (world.processes.length < 2) world.start(options);
    await settle(world, Number.POSITIVE_INFINITY);
    const outcome = this.#judge();
    await stop(world);
    return { questions: this.#questions, stopped: this.#stopped, outcome };
  }

  /** Each account is owned by a different process; the receiver may be closed. */
  async #prepare(): Promise<void> {
    const [one, two] = this.world.processes;
    if (one === undefined || two === undefined) throw new Error('two processes');
    if (this.#options.ending === 'refunded') await this.#give(two, this.#to, 'close');
    await this.#give(two, this.#to, 'look');
    // In no memory yet: claim and activation are among the steps to be stopped.
    await this.#give(one, this.world.tally, 'look');
  }

  async #give(process: SimProcess, ref: ActorRef, type: string): Promise<void> {
    let done = false;
    const id = this.world.newId();
    const by = { accountId: null, role: 'DISPATCHER' } as const;
    const command = { ref, type, payload: {}, by, id, requestId: null, correlationId: id };
    this.world.schedule.after(0, process.host, () => {
      void process.execute(command).then(() => {
        done = true;
      });
    });
    await until(this.world, this.world.schedule.now + 5_000, () => done);
  }

  #call(): Client {
    const payload = { transferId: this.world.newId(), to: this.#to.key, amount: AMOUNT };
    return new Client(this.world, 'c1', { ref: this.#from, type: 'transfer', payload });
  }

  #arm(stopAt: Stop | null, replace: () => void): void {
    const { world } = this;
    this.#armed = true;
    let target: { host: Host; label: string } | null = null;
    const stuckUntil = world.schedule.now + 3_500;
    for (const link of Object.values(world.links)) {
      link.decides = (host, label) => {
        if (!this.#armed) return null;
        this.#questions += 1;
        // No answer for long enough that the timer asks.
        const stuck = this.#options.ending === 'reminded' && world.schedule.now < stuckUntil;
        if (stuck && LABELS['chain commit'].test(label)) return 'lost';
        if (stopAt === null || this.#stopped || !this.#meets(stopAt, label)) return null;
        this.#stopped = true;
        const { fate, kills } = MOMENTS[stopAt.moment];
        world.schedule.note(host.name, `⚑ ${stopAt.moment}: ${label}`);
        if (kills && fate === 'lost') world.schedule.after(0, null, () => this.#kill(host, replace));
        if (kills && fate === 'unanswered') target = { host, label };
        return fate;
      };
      link.served = (host, label) => {
        if (target?.host !== host || target.label !== label) return;
        target = null;
        this.#kill(host, replace);
      };
    }
  }

  #meets(stopAt: Stop, label: string): boolean {
    return 'step' in stopAt ? LABELS[stopAt.step].test(label) : this.#questions === stopAt.question;
  }

  #kill(host: Host, replace: () => void): void {
    const process = this.world.processes.find((each) => each.host === host);
    if (process === undefined) return;
    this.world.kill(process);
    this.world.schedule.after(700, null, replace);
  }

  /** All of it or nothing of it; nothing only for a caller that gave up. */
  #judge(): string {
    const { database, audit } = this.world;
    const [from, to] = [this.#from, this.#to].map((ref) => JSON.parse(database.actor(ref).state).balance);
    const outcome = `${from} and ${to}`;
    const right = this.#options.ending === 'refunded' ? '100 and 0' : '60 and 40';
    const none = !this.#options.repeats && outcome === '100 and 0';
    if (outcome !== right && !none) audit.fail(`after the transfer there is ${outcome}`);
    return outcome;
  }
}
