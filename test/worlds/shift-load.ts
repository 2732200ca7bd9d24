import { pause } from '../../scripts/shared/waiting.ts';
import { ApiClient } from '../support/api-client.ts';
import type { OnDuty } from './delivery-world.ts';

/** What one driver's device did: the keys of all answered commands, in order. */
export interface Shift {
  driver: OnDuty;
  acknowledged: string[];
}

export interface LoadOptions {
  drivers: readonly OnDuty[];
  /** Where to send the next attempt. */
  nextUrl(): string;
  /** Called before each command. */
  goesOn(acknowledged: number): boolean;
  /** Milliseconds between two commands of a driver; processes that are starting need the machine, too. */
  pause?: number;
  /** Called after each command, with the keys acknowledged so far. */
  afterEach?(driver: OnDuty, acknowledged: readonly string[]): Promise<void>;
  /** Called for each attempt without an answer, or with a server error. */
  onTrouble(what: string): void;
}

/** Ten seconds of attempts: the actors of a killed process can be claimed after its lease of two seconds. */
const ATTEMPTS = 200;

/**
 * Drivers take breaks and return, one command after the other, now and then as two copies at once; a command without an
 * answer is sent again with the same key. Resolves with what was acknowledged.
 */
export async function runShifts(options: LoadOptions): Promise<Shift[]> {
  let acknowledged = 0;
  const work = async (driver: OnDuty): Promise<Shift> => {
    const shift: Shift = { driver, acknowledged: [] };
    for (let step = 0; options.goesOn(acknowledged); step += 1) {
      const path = `/driver/shift/${step % 2 === 0 ? 'break' : 'resume'}`;
      const key = `${driver.driverId}-${step}`;
      const copies = step % 5 === 0 ? 2 : 1;
      await Promise.all(Array.from({ length: copies }, () => insist(options, driver, path, key)));
      shift.acknowledged.push(key);
      acknowledged += 1;
      await options.afterEach?.(driver, shift.acknowledged);
      await pause(options.pause ?? 0);
    }
    return shift;
  };
  return Promise.all(options.drivers.map(work));
}

/** Sends a command until it succeeds; throws at a refusal, since none of these commands may be refused. */
async function insist(
  { nextUrl, onTrouble }: LoadOptions,
  driver: OnDuty,
  path: string,
  key: string,
): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const client = new ApiClient(nextUrl(), driver.client.address);
    client.token = driver.client.token;
    try {
      const { status, body } = await client.call('POST', path, { key });
      if (status === 200) return;
      if (status < 500) throw new Refused(`${path} was answered ${status}: ${JSON.stringify(body)}`);
      onTrouble(String(status));
    } catch (error) {
      if (error instanceof Refused) throw error;
      onTrouble(error instanceof Error ? String(error.cause ?? error) : String(error));
    }
    await pause(50);
  }
  throw new Error(`${path} was never answered`);
}

class Refused extends Error {}
