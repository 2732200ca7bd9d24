import { namedChance } from '../../shared/chance.ts';
import type { PlannedDriver } from '../model/day-plan.ts';
import type { Answered, Citizen, CommandInit, CommandOptions } from '../world/citizen.ts';
import type { World } from '../world/world.ts';

type Send<T> = (init: CommandInit) => Promise<{ data?: T | undefined; error?: unknown; response: Response }>;

/**
 * A driver's phone. Actions are sent one by one in the order in which they were done. Without
 * network it waits, and arrives afterwards with the times at which it was done and the keys it was given then.
 */
export class Phone {
  readonly #world: World;
  readonly #citizen: Citizen;
  readonly #planned: PlannedDriver;
  #line: Promise<unknown> = Promise.resolve();
  #online = true;
  #back: (() => void)[] = [];
  #sent = 0;
  #waiting = 0;

  constructor(world: World, citizen: Citizen, planned: PlannedDriver) {
    this.#world = world;
    this.#citizen = citizen;
    this.#planned = planned;
  }

  get isOnline(): boolean {
    return this.#online;
  }

  /** Actions that wait for the network. */
  get waiting(): number {
    return this.#waiting;
  }

  lose(): void {
    this.#online = false;
  }

  regain(): void {
    this.#online = true;
    for (const go of this.#back.splice(0)) go();
  }

  /** Resolves with the answer, however long the network is unavailable. */
  send<What extends string, T>(
    what: What,
    send: Send<T>,
    options: CommandOptions = {},
  ): Promise<Answered<What, T>> {
    const at = this.#world.clock.now();
    this.#sent += 1;
    const twice = this.#isDoubled(this.#sent);
    this.#waiting += 1;
    const sent = this.#line.then(async () => {
      await this.#network();
      return this.#citizen.command<What, T>(what, send, { ...options, at, twice });
    });
    this.#line = sent
      .catch(() => undefined)
      .finally(() => {
        this.#waiting -= 1;
      });
    return sent;
  }

  /** Resolves when everything done so far has been sent. */
  async flushed(): Promise<void> {
    await this.#line;
  }

  #isDoubled(count: number): boolean {
    const { key, device } = this.#planned;
    return namedChance(this.#world.plan.options.seed, 'twice', key, count).unit() < device.duplicates;
  }

  async #network(): Promise<void> {
    while (!this.#online) {
      await new Promise<void>((resolve) => {
        this.#back.push(resolve);
      });
    }
  }
}
