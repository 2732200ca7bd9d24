import { z } from 'zod';
import { MAX_POINTS, type NamedNetwork, namedNetworks, networkErrors } from './named-networks.ts';

export type RateClass = 'browse' | 'write' | 'sign-in' | 'registration';

/** Budgets that an API key has for itself. */
export type KeyBudget = 'read' | 'write';

export interface RateBudget {
  points: number;
  /** Shared limit of all addresses in a network (/24, /48); unlimited if omitted. */
  perNetwork?: number;
  /** Seconds. */
  window: number;
}

export interface LimitSettings {
  /** For addresses outside all named networks. */
  limits: Record<RateClass, RateBudget>;
  /** Most specific first. */
  networks: NetworkBudgets[];
  /** For each API key. */
  keys: Record<KeyBudget, RateBudget>;
}

/** A network with the limits of each of its addresses. */
export interface NetworkBudgets extends Pick<NamedNetwork, 'name' | 'cidrs'> {
  limits: Record<RateClass, RateBudget>;
}

const points = (fallback: number) => z.coerce.number().int().min(1).max(MAX_POINTS).default(fallback);

/** Environment variables for rate limits. */
export const limitKeys = {
  LIMIT_BROWSE_PER_MINUTE: points(600).describe('Reads per minute and address'),
  LIMIT_WRITE_PER_MINUTE: points(120).describe('Writes per minute and address'),
  LIMIT_SIGN_IN_PER_15_MINUTES: points(10).describe('Sign-ins per 15 minutes and address'),
  LIMIT_REGISTRATION_PER_15_MINUTES: points(5).describe(
    'Registrations and requested codes per 15 minutes and address',
  ),
  LIMIT_REGISTRATION_PER_NETWORK: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_POINTS)
    .optional()
    .describe(
      'Registrations and requested codes per 15 minutes and network (IPv4 /24, IPv6 /48); default: eight times the limit per address, unlimited in demo mode',
    ),
  LIMIT_KEY_READS_PER_MINUTE: points(600).describe('Reads per minute and API key'),
  LIMIT_KEY_WRITES_PER_MINUTE: points(120).describe('Writes per minute and API key'),
  LIMIT_NETWORKS: z
    .string()
    .default('')
    .describe(
      'Networks whose addresses have separate limits, e.g. `depot 203.0.113.7 sign-in=100 browse=3000 write=600; carrier 198.51.100.0/24 sign-in=60` (docs/running.md)',
    ),
};

const keys = z.object(limitKeys);
type Keys = z.infer<typeof keys>;

/** Errors in the named networks, including conflicts with trusted proxies. */
export function errorsOfLimits({ LIMIT_NETWORKS, TRUSTED_PROXIES }: NodeJS.ProcessEnv): string[] {
  return networkErrors(LIMIT_NETWORKS ?? '', TRUSTED_PROXIES ?? '').map(
    (fault) => `LIMIT_NETWORKS: ${fault}`,
  );
}

/** @param env Validated. */
export function limitSettings(env: Keys & { DEMO: boolean }): LimitSettings {
  const limits = {
    browse: { points: env.LIMIT_BROWSE_PER_MINUTE, window: 60 },
    write: { points: env.LIMIT_WRITE_PER_MINUTE, window: 60 },
    'sign-in': { points: env.LIMIT_SIGN_IN_PER_15_MINUTES, window: 900 },
    registration: registrationBudget(env),
  };
  const networks = namedNetworks(env.LIMIT_NETWORKS).map(({ name, cidrs, budgets }) => ({
    ...{ name, cidrs },
    limits: ownLimits(limits, budgets),
  }));
  const ofKeys = {
    read: { points: env.LIMIT_KEY_READS_PER_MINUTE, window: 60 },
    write: { points: env.LIMIT_KEY_WRITES_PER_MINUTE, window: 60 },
  };
  return { limits, networks, keys: ofKeys };
}

/** A network may register this many times as often as a single address. */
const NETWORK_FACTOR = 8;

/**
 * Someone with many addresses usually has neighbouring ones. In the demo, simulated people are neighbours, so there is
 * no shared limit.
 */
function registrationBudget(env: Keys & { DEMO: boolean }): RateBudget {
  const own = env.LIMIT_REGISTRATION_PER_15_MINUTES;
  const budget = { points: own, window: 900 };
  if (env.DEMO && env.LIMIT_REGISTRATION_PER_NETWORK === undefined) return budget;
  return { ...budget, perNetwork: env.LIMIT_REGISTRATION_PER_NETWORK ?? own * NETWORK_FACTOR };
}

/** Limits a network does not specify are the general ones. */
function ownLimits(
  limits: LimitSettings['limits'],
  budgets: NamedNetwork['budgets'],
): LimitSettings['limits'] {
  const own = (name: RateClass): RateBudget => {
    const given = budgets.get(name);
    if (given === undefined) return limits[name];
    const { perNetwork, window } = limits[name];
    return {
      ...{ points: given, window },
      ...(perNetwork === undefined ? {} : { perNetwork: Math.max(perNetwork, given * NETWORK_FACTOR) }),
    };
  };
  return {
    browse: own('browse'),
    write: own('write'),
    'sign-in': own('sign-in'),
    registration: own('registration'),
  };
}
