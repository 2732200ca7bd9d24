import { z } from 'zod';
import { MAX_POINTS, type NamedNetwork, namedNetworks, networkFaults } from './named-networks.ts';

export type RateClass = 'browse' | 'write' | 'sign-in' | 'registration';

export interface RateBudget {
  points: number;
  /** Of all addresses of a neighbourhood together; unlimited when left out. */
  perNetwork?: number;
  /** Seconds. */
  window: number;
}

export interface LimitSettings {
  /** Of every address that lies in no named network. */
  limits: Record<RateClass, RateBudget>;
  /** The most exact first. */
  networks: NetworkBudgets[];
}

/** A network with the budgets that each of its addresses has. */
export interface NetworkBudgets extends Pick<NamedNetwork, 'name' | 'cidrs'> {
  limits: Record<RateClass, RateBudget>;
}

const points = (fallback: number) => z.coerce.number().int().min(1).max(MAX_POINTS).default(fallback);

/** The keys about what an address may ask for. */
export const limitKeys = {
  LIMIT_BROWSE_PER_MINUTE: points(600).describe('Reads per minute and address'),
  LIMIT_WRITE_PER_MINUTE: points(120).describe('Writes per minute and address'),
  LIMIT_SIGN_IN_PER_15_MINUTES: points(10).describe('Sign-ins per 15 minutes and address'),
  LIMIT_REGISTRATION_PER_15_MINUTES: points(5).describe(
    'Registrations, and codes asked for, per 15 minutes and address',
  ),
  LIMIT_REGISTRATION_PER_NETWORK: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_POINTS)
    .optional()
    .describe(
      'The same per 15 minutes and network (an IPv4 /24, an IPv6 /48); eight times the above unless set, and unlimited in the demo installation',
    ),
  LIMIT_NETWORKS: z
    .string()
    .default('')
    .describe(
      'Networks whose addresses have budgets of their own, e.g. `depot 203.0.113.7 sign-in=100 browse=3000 write=600; carrier 198.51.100.0/24 sign-in=60` (docs/running.md)',
    ),
};

const keys = z.object(limitKeys);
type Keys = z.infer<typeof keys>;

/** What is wrong with the named networks, and with what they say of addresses that are trusted proxies. */
export function faultsOfLimits({ LIMIT_NETWORKS, TRUSTED_PROXIES }: NodeJS.ProcessEnv): string[] {
  return networkFaults(LIMIT_NETWORKS ?? '', TRUSTED_PROXIES ?? '').map(
    (fault) => `LIMIT_NETWORKS: ${fault}`,
  );
}

/** @param env Without faults. */
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
  return { limits, networks };
}

/** Addresses of a neighbourhood may register eight times as often as one of them. */
const NEIGHBOURS = 8;

/** Who has many addresses has neighbouring ones. In the demo installation simulated people are neighbours. */
function registrationBudget(env: Keys & { DEMO: boolean }): RateBudget {
  const own = env.LIMIT_REGISTRATION_PER_15_MINUTES;
  const budget = { points: own, window: 900 };
  if (env.DEMO && env.LIMIT_REGISTRATION_PER_NETWORK === undefined) return budget;
  return { ...budget, perNetwork: env.LIMIT_REGISTRATION_PER_NETWORK ?? own * NEIGHBOURS };
}

/** What a network does not say is as everywhere. */
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
      ...(perNetwork === undefined ? {} : { perNetwork: Math.max(perNetwork, given * NEIGHBOURS) }),
    };
  };
  return {
    browse: own('browse'),
    write: own('write'),
    'sign-in': own('sign-in'),
    registration: own('registration'),
  };
}
