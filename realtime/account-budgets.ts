import { Throttle } from './throttle.ts';

/** Enough for twelve connections to rejoin all their rooms at once. */
const SUBSCRIBES = { burst: 1_200, windowMs: 10_000 };

/** An engine's connection. */
interface Connection {
  readyState: string;
  once(event: 'close', heard: () => void): unknown;
}

/** What the connections of an account spend together in this process, so that with many it does not get many budgets. */
export class AccountBudgets {
  readonly #held = new Map<string, { subscribes: Throttle; connections: number }>();

  /** Rooms that an account may ask for. @param connection With the close of its last one the budget is forgotten. */
  subscribesOf(accountId: string, connection: Connection): Throttle {
    const budget = this.#held.get(accountId) ?? {
      subscribes: new Throttle(SUBSCRIBES.burst, SUBSCRIBES.windowMs),
      connections: 0,
    };
    // One that has closed meanwhile would never be let go of.
    if (connection.readyState === 'closed') return budget.subscribes;
    budget.connections += 1;
    this.#held.set(accountId, budget);
    connection.once('close', () => {
      budget.connections -= 1;
      if (budget.connections === 0) this.#held.delete(accountId);
    });
    return budget.subscribes;
  }

  /** Accounts with a connection. */
  get size(): number {
    return this.#held.size;
  }
}
