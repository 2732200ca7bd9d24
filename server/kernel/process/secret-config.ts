import { z } from 'zod';

/**
 * The values of one secret while it is replaced (docs/keys.md). Everything new is made with `current`; what was made
 * with any of them is accepted. Two processes understand each other as long as each accepts the other's current one.
 */
export interface KeyRing {
  readonly current: string;
  /** Becomes the current one in the next step. */
  readonly next: string | null;
  /** The latest first. */
  readonly previous: readonly string[];
}

/** Secrets that can be replaced while the service runs. */
export const RING_NAMES = ['APP_SECRET', 'JWT_SECRET'] as const;
export type RingName = (typeof RING_NAMES)[number];

export type Rings = Readonly<Record<RingName, KeyRing>>;

export const MIN_SECRET_LENGTH = 32;
/** Each accepted secret costs a comparison wherever something is refused. */
export const MAX_PREVIOUS = 4;

const secret = () => z.string().min(MIN_SECRET_LENGTH);

const previous = () =>
  z
    .string()
    .default('')
    .refine(
      isPreviousList,
      `must be at most ${MAX_PREVIOUS} secrets of ${MIN_SECRET_LENGTH} characters or more, separated by commas and percent-encoded`,
    );

/** Environment variables for the secrets of the service itself. */
export const secretKeys = {
  APP_SECRET: secret().describe(
    'Secret from which the keys for sealing and signing are derived. If it is lost, so are second factors, bank account numbers, open invitations and open delivery codes, and everybody is signed out',
  ),
  APP_SECRET_NEXT: secret()
    .optional()
    .describe('Accepted, but not used yet: the APP_SECRET of the next step (docs/keys.md)'),
  APP_SECRET_PREVIOUS: previous().describe(
    'Comma-separated former values of APP_SECRET, the latest first, percent-encoded: accepted, but no longer used',
  ),
  JWT_SECRET: secret().describe('Signs access tokens'),
  JWT_SECRET_NEXT: secret()
    .optional()
    .describe('Accepted, but not used yet: the JWT_SECRET of the next step (docs/keys.md)'),
  JWT_SECRET_PREVIOUS: previous().describe(
    'Comma-separated former values of JWT_SECRET, the latest first, percent-encoded: accepted, but no longer used',
  ),
};

const keys = z.object(secretKeys);

/** The ring of one secret in an environment that has been validated. */
export function ringOf(env: z.infer<typeof keys>, name: RingName): KeyRing {
  return {
    current: env[name],
    next: env[`${name}_NEXT`] ?? null,
    previous: previousIn(env[`${name}_PREVIOUS`]),
  };
}

/** The ring of a secret that has never been replaced. */
export function onlyKey(current: string): KeyRing {
  return { current, next: null, previous: [] };
}

/** The variables of the rings; undefined for one that is not set. */
export function ringVariables(rings: Rings): Record<string, string | undefined> {
  const variables: Record<string, string | undefined> = {};
  for (const name of RING_NAMES) {
    const { current, next, previous: former } = rings[name];
    variables[name] = current;
    variables[`${name}_NEXT`] = next ?? undefined;
    variables[`${name}_PREVIOUS`] =
      former.length === 0 ? undefined : former.map(encodeURIComponent).join(',');
  }
  return variables;
}

/** The rings in an environment. Throws ZodError, whose messages contain no secret. */
export function ringsIn(environment: NodeJS.ProcessEnv): Rings {
  const env = keys.parse(environment);
  return { APP_SECRET: ringOf(env, 'APP_SECRET'), JWT_SECRET: ringOf(env, 'JWT_SECRET') };
}

/** Throws URIError for broken percent-encoding. */
function previousIn(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map(decodeURIComponent);
}

function isPreviousList(list: string): boolean {
  try {
    const entries = previousIn(list);
    return entries.length <= MAX_PREVIOUS && entries.every(({ length }) => length >= MIN_SECRET_LENGTH);
  } catch {
    return false;
  }
}
