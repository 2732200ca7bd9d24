import path from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../db/root.ts';

const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .default('0')
  .transform((value) => value === '1' || value === 'true');

const wholeNumber = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** Every key the service reads from its environment. README's table is made from these descriptions. */
export const configSchema = z
  .object({
    NODE_ENV: z
      .enum(['development', 'test', 'production'])
      .default('development')
      .describe('production refuses demo mode and CLOCK_RATE'),
    HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
    PORT: wholeNumber(0, 65_535, 3000).describe('Port to listen on; 0 takes a free one'),
    DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).describe('PostgreSQL, instead of the embedded one'),
    REDIS_URL: z.url({ protocol: /^rediss?$/ }).describe('Redis, instead of the embedded one'),
    REDIS_NAMESPACE: z
      .string()
      .regex(/^[a-z0-9-]{1,40}$/)
      .default('wasl')
      .describe('Prefix of every Redis key, for several installations on one Redis'),
    APP_SECRET: z
      .string()
      .min(32)
      .describe(
        'Keys for sealing and hashing are derived from it; losing it loses second factors and open delivery codes',
      ),
    JWT_SECRET: z.string().min(32).describe('Signs access tokens'),
    DEMO: flag.describe(
      '1: the demo installation with ready-made accounts; loopback only, never in production',
    ),
    CLOCK_RATE: z.coerce
      .number()
      .positive()
      .max(1000)
      .default(1)
      .describe('Speed of domain time, for simulations; refused in production'),
    LOG_LEVEL: z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
      .default('info')
      .describe('Lowest level logged'),
    TRUSTED_PROXIES: z
      .string()
      .default('')
      .describe(
        'Comma-separated addresses or CIDRs whose X-Forwarded-For counts; the demo installation trusts loopback',
      ),
    ACCESS_TOKEN_MINUTES: wholeNumber(1, 60, 15).describe('Life of an access token'),
    REFRESH_TOKEN_DAYS: wholeNumber(1, 365, 30).describe('Life of a session without use'),
    LOCK_AFTER_FAILURES: wholeNumber(1, 100, 5).describe('Wrong passwords in a row that lock sign-in'),
    LOCK_MINUTES: wholeNumber(1, 1440, 15).describe('How long sign-in stays locked'),
    LIMIT_BROWSE_PER_MINUTE: wholeNumber(1, 1_000_000, 600).describe('Reads per minute and address'),
    LIMIT_WRITE_PER_MINUTE: wholeNumber(1, 1_000_000, 120).describe('Writes per minute and address'),
    LIMIT_SIGN_IN_PER_15_MINUTES: wholeNumber(1, 1_000_000, 10).describe(
      'Sign-ins per 15 minutes and address',
    ),
    LIMIT_REGISTRATION_PER_15_MINUTES: wholeNumber(1, 1_000_000, 5).describe(
      'Registrations and code requests per 15 minutes and address',
    ),
    POOL_SIZE: wholeNumber(2, 200, 10).describe(
      'Connections of each of the two PostgreSQL pools of a process',
    ),
    BODY_LIMIT_KB: wholeNumber(16, 10_240, 256).describe('Largest JSON body'),
  })
  .superRefine((config, context) => {
    const refuse = (key: string, message: string) =>
      context.addIssue({ code: 'custom', path: [key], message });
    if (config.DEMO && config.NODE_ENV === 'production') refuse('DEMO', 'demo mode is refused in production');
    if (config.DEMO && !isLoopback(config.HOST))
      refuse('DEMO', `demo mode listens on loopback only, not on ${config.HOST}`);
    if (config.CLOCK_RATE !== 1 && config.NODE_ENV === 'production')
      refuse('CLOCK_RATE', 'a faster clock is refused in production');
  });

export type Environment = z.infer<typeof configSchema>;

export interface RateBudget {
  points: number;
  /** Seconds. */
  window: number;
}

export interface Config {
  mode: Environment['NODE_ENV'];
  demo: boolean;
  host: string;
  port: number;
  databaseUrl: string;
  redisUrl: string;
  redisNamespace: string;
  appSecret: string;
  jwtSecret: string;
  clockRate: number;
  logLevel: Environment['LOG_LEVEL'];
  trustedProxies: string[];
  /** Seconds. */
  accessTokenLife: number;
  refreshTokenLife: number;
  lockout: { failures: number; seconds: number };
  limits: Record<RateClass, RateBudget>;
  poolSize: number;
  /** Bytes. */
  bodyLimit: number;
  openapiFile: string;
}

export type RateClass = 'browse' | 'write' | 'sign-in' | 'registration';

/** Thrown with every fault of the environment at once, one per line. */
export class ConfigError extends Error {
  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

/** Reads and checks the whole environment. Throws ConfigError naming all faults. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const parsed = configSchema.safeParse(environment);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  return shape(parsed.data);
}

function shape(env: Environment): Config {
  const proxies = env.TRUSTED_PROXIES.split(',').map((entry) => entry.trim());
  return {
    mode: env.NODE_ENV,
    demo: env.DEMO,
    host: env.HOST,
    port: env.PORT,
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    redisNamespace: env.REDIS_NAMESPACE,
    appSecret: env.APP_SECRET,
    jwtSecret: env.JWT_SECRET,
    clockRate: env.CLOCK_RATE,
    logLevel: env.LOG_LEVEL,
    trustedProxies: [...proxies, ...(env.DEMO ? ['loopback'] : [])].filter((entry) => entry !== ''),
    accessTokenLife: env.ACCESS_TOKEN_MINUTES * 60,
    refreshTokenLife: env.REFRESH_TOKEN_DAYS * 86_400,
    lockout: { failures: env.LOCK_AFTER_FAILURES, seconds: env.LOCK_MINUTES * 60 },
    limits: {
      browse: { points: env.LIMIT_BROWSE_PER_MINUTE, window: 60 },
      write: { points: env.LIMIT_WRITE_PER_MINUTE, window: 60 },
      'sign-in': { points: env.LIMIT_SIGN_IN_PER_15_MINUTES, window: 900 },
      registration: { points: env.LIMIT_REGISTRATION_PER_15_MINUTES, window: 900 },
    },
    poolSize: env.POOL_SIZE,
    bodyLimit: env.BODY_LIMIT_KB * 1024,
    openapiFile: path.join(projectRoot, 'openapi.yaml'),
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
