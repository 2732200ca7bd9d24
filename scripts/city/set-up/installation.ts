import { projectRoot } from '../../../db/root.ts';
import { DEMO_PEOPLE } from '../../../server/demo/demo.ts';

import type { AdminSignIn } from '../../people/sign-in-admin.ts';
import { CommandError } from '../../shared/command-error.ts';
import { readDataDir } from '../../supervisor/data-dir.ts';
import { findRunning } from '../../supervisor/running.ts';
import type { ClockReading } from '../clock/scheduler.ts';

/** The service that the city uses: its clock, and the administrator's sign-in. */
export interface Installation {
  url: string;
  clock: ClockReading;
  admin: AdminSignIn;
}

/** The requested service: see `CityOptions`. */
interface Wanted {
  url: string;
  dataDir: string | undefined;
  speed: number | null;
}

interface Health {
  status?: string;
  clock?: { now: string; rate: number };
}

const TIMEOUT_MS = 10_000;
/** Readings of the clock; the one with the shortest round trip is the most exact. */
const READINGS = 5;

/**
 * Throws a CommandError that says what to do when the service is down, its clock runs at another speed, or sign-in
 * fails.
 */
export async function findInstallation(
  options: Wanted,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Installation> {
  const { url } = options;
  const clock = await readClock(url);
  const { speed } = options;
  if (speed !== null && speed !== clock.rate)
    throw new CommandError(
      `The clock of the service at ${url} runs at ${clock.rate}, the city was to run at ${speed}. ` +
        `Start the service with CLOCK_RATE=${speed}, or run the city with --speed ${clock.rate}.`,
    );
  return { url, clock, admin: findAdmin(options, env) };
}

/** Throws a CommandError when the service has no pages to shop through. */
export async function findPages(url: string): Promise<void> {
  const { status } = await fetch(`${url}/en`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (status === 200) return;
  throw new CommandError(
    `The storefront of ${url} answers ${status}: build its pages with \`npm run build\`, or leave --pages out.`,
  );
}

async function readClock(url: string): Promise<ClockReading> {
  let best: { reading: ClockReading; took: number } | null = null;
  for (let count = 0; count < READINGS; count += 1) {
    const sentAt = performance.now();
    const health = await askHealth(url);
    const answered = performance.now();
    const took = answered - sentAt;
    // A service that reports no clock runs in real time.
    const { now, rate } = health.clock ?? { now: new Date().toISOString(), rate: 1 };
    if (best === null || took < best.took)
      best = { took, reading: { domain: Date.parse(now), real: (sentAt + answered) / 2, rate } };
  }
  if (best === null) throw new CommandError(`The service at ${url} does not tell its clock.`);
  return best.reading;
}

async function askHealth(url: string): Promise<Health> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const health = (await response.json()) as Health;
    if (response.ok && health.status === 'ok') return health;
  } catch {
    throw new CommandError(
      `No service answers at ${url}. Run \`npm start\` in another terminal first, \`npm start -- --city\` for both at once, or say where it is with --url.`,
    );
  }
  throw new CommandError(`What answers at ${url} is not Wasl.`);
}

function findAdmin({ url, dataDir }: Wanted, env: NodeJS.ProcessEnv): AdminSignIn {
  const { CITY_ADMIN_EMAIL: email, CITY_ADMIN_PASSWORD: password, CITY_ADMIN_KEY: authenticatorKey } = env;
  if (email && password && authenticatorKey) return { email, password, authenticatorKey };
  const running = findRunning(readDataDir(env, projectRoot, dataDir));
  if (
    running?.adminAuthenticatorKey !== undefined &&
    new URL(running.address).origin === new URL(url).origin
  ) {
    const { admin } = DEMO_PEOPLE;
    return { email: admin.email, password: admin.password, authenticatorKey: running.adminAuthenticatorKey };
  }
  throw new CommandError(
    `The service at ${url} is not the demo installation of this folder, so the city needs an administrator: set CITY_ADMIN_EMAIL, CITY_ADMIN_PASSWORD and CITY_ADMIN_KEY (what the authenticator codes are made from), or name the installation's folder with --data-dir.`,
  );
}
