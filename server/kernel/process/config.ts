import { isIP } from 'node:net';
import path from 'node:path';
import proxyAddress from 'proxy-addr';
import { z } from 'zod';
import { databaseHosts, isDatabaseUrl } from '../../../db/database-hosts.ts';
import { faultOfRedisUrl } from '../../../db/redis/redis-address.ts';
import { projectRoot } from '../../../db/root.ts';
import { appVersionCode } from './app-version.ts';
import { ConfigError } from './config-error.ts';
import { errorsOfLimits, type LimitSettings, limitKeys, limitSettings } from './limit-config.ts';
import { errorsOfPush, type PushSettings, pushKeys, pushSettings } from './push-config.ts';
import { type KeyRing, ringOf, secretKeys } from './secret-config.ts';
import { errorsOfSending, type SendingSettings, sendingKeys, sendingSettings } from './sending-config.ts';
import { type TracingConfig, tracingKeys, tracingSettings } from './tracing-config.ts';
import { errorsOfUploads, type UploadSettings, uploadKeys, uploadSettings } from './upload-config.ts';

const flagUnset = (fallback: '0' | '1') =>
  z
    .enum(['0', '1', 'true', 'false', ''])
    .default(fallback)
    .transform((value) => value === '1' || value === 'true');
const flag = flagUnset('0');

const hostName = () =>
  z
    .string()
    .regex(/^[a-z0-9.-]+(:\d+)?$/, 'must be a host name in lower case')
    .optional();

/** The number of the lowest version of a phone app that is accepted. */
const lowestVersion = (whose: string) =>
  z
    .string()
    .default('')
    .refine(
      (text) => text === '' || appVersionCode(text) !== null,
      'must be of the form 1.2.3 with parts up to 99',
    )
    .transform((text) => appVersionCode(text) ?? 0)
    .describe(`Lowest version of the ${whose} phone app that is accepted, e.g. 1.2.0; empty: every version`);

const wholeNumber = (min: number, max: number, fallback: number) =>
  z.coerce.number().int().min(min).max(max).default(fallback);

/** Every environment variable the service reads. docs/configuration.md is generated from these descriptions. */
export const configSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('production refuses demo mode and CLOCK_RATE'),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  PORT: wholeNumber(0, 65_535, 3000).describe('Port to listen on; 0 selects a free one'),
  DATABASE_URL: z
    .string()
    .refine(isDatabaseUrl, 'must be a PostgreSQL URL')
    .describe(
      'PostgreSQL URL; default: the embedded server. It may name several servers, of which one is the primary: postgresql://role:password@10.0.0.1:5432,10.0.0.2:5432/wasl (docs/standby.md)',
    ),
  REDIS_URL: z
    .string()
    .superRefine((url, context) => {
      const fault = faultOfRedisUrl(url);
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
    })
    .describe(
      'Redis: redis://… for one server, redis+sentinel://host,host,host/name or redis+cluster://host,host,host for several (docs/redis.md); rediss for TLS; default: the embedded server',
    ),
  REDIS_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('wasl')
    .describe('Prefix of every Redis key, for several installations on one Redis'),
  ...secretKeys,
  DEMO: flag.describe('1: demo mode with ready-made accounts; loopback only, never in production'),
  CLOCK_RATE: z.coerce
    .number()
    .positive()
    .max(1000)
    .default(1)
    .describe('Speed of domain time, for simulations; refused in production'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest log level'),
  ACTOR_RUNTIME: z
    .enum(['sticky', 'row-locked'])
    .default('sticky')
    .describe(
      'How actors run: owned by a process with group commit, or always one row-locked transaction per command, as without Redis',
    ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .refine(isTrustList, 'must be addresses, CIDRs, or loopback, linklocal, uniquelocal')
    .describe(
      'Comma-separated addresses or CIDRs of proxies whose X-Forwarded-For is trusted; demo mode trusts loopback',
    ),
  ACCESS_TOKEN_MINUTES: wholeNumber(1, 60, 15).describe('Lifetime of an access token'),
  REFRESH_TOKEN_DAYS: wholeNumber(1, 365, 30).describe('Idle lifetime of a session'),
  SESSION_DAYS: wholeNumber(1, 365, 90).describe(
    'Absolute lifetime of a session, after which the account has to sign in again',
  ),
  ADMIN_SESSION_HOURS: wholeNumber(1, 720, 12).describe("Absolute lifetime of an administrator's session"),
  LOCK_AFTER_FAILURES: wholeNumber(1, 100, 5).describe(
    'Consecutive wrong passwords that lock sign-in; the count is reset by a success, by the end of a lock, or after 90 days without a try',
  ),
  PASSWORD_MIN_LENGTH: wholeNumber(8, 64, 10).describe('Minimum length of a new password, in characters'),
  LOCK_MINUTES: wholeNumber(1, 1440, 15).describe('How long sign-in stays locked'),
  NOTIFICATIONS_KEPT_DAYS: wholeNumber(1, 3650, 90).describe(
    'How long notifications are kept; one with a delivery still waiting for a provider is kept longer',
  ),
  UNSENT_KEPT_DAYS: wholeNumber(0, 3650, 0).describe(
    'Days after which even those are deleted, if longer; 0: never',
  ),
  ...limitKeys,
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe('Bearer token for /metrics; without one, only this machine may read them'),
  TRAVEL_TIMES_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'OSRM-compatible service for travel times (table) and route lines on maps (route); without one, times are learned from finished legs and lines are straight',
    ),
  POOL_SIZE: wholeNumber(2, 200, 10).describe('Connections of each of the two PostgreSQL pools of a process'),
  API_PROCESSES: wholeNumber(1, 256, 1).describe(
    'API processes of the installation, on all machines: while Redis is away, each allows its share of every budget; npm start sets it to --processes',
  ),
  DRAIN_SECONDS: wholeNumber(0, 20, 0).describe(
    'How long a process that is stopped still answers on connections that are open already; behind a proxy that keeps connections, a second longer than it keeps unused ones, so that no request is lost; 0: they are closed at once',
  ),
  WORKER_WATCH: flagUnset('1').describe(
    '1: API processes raise an alert when no worker is running or the clock of one is wrong; 0: they do not check',
  ),
  OVERVIEW_CACHE_MS: wholeNumber(0, 60_000, 3_000).describe(
    "Milliseconds for which a process caches the dispatchers' overview",
  ),
  STALE_READS_SECONDS: wholeNumber(0, 60, 0)
    .refine((seconds) => seconds === 0 || seconds >= 5, 'must be 0, or 5 to 60')
    .describe(
      "0: the primary answers everything. 5 to 60: a standby that DATABASE_URL names answers the dispatchers' overview and moments of the past while it is at most this many seconds behind (docs/standby.md)",
    ),
  CATALOGUE_LAG_MS: wholeNumber(0, 900, 200).describe(
    'Milliseconds by which product lists and details may lag behind prices and stock; 0: every response checks for changes first',
  ),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Scheme and host of the storefront, e.g. https://wasl.example.qa, used for canonical addresses and for links in messages; without it, messages contain codes to type in',
    ),
  DISPATCH_HOST: hostName().describe(
    'Host name of the dispatch console, e.g. dispatch.example.qa; its root redirects to /dispatch',
  ),
  DRIVER_HOST: hostName().describe('Host name of the driver app; its root redirects to /driver'),
  SELLER_HOST: hostName().describe('Host name of the seller console; its root redirects to /seller'),
  API_HOST: hostName().describe(
    'Host name of the API; its root redirects to /guide instead of the storefront',
  ),
  DOCS_HOST: hostName().describe('Host name of the guide, which is then at the root of this host, too'),
  MAP_STYLE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'MapLibre style (JSON) to replace the built-in map; its tiles may be PMTiles archives. Check it with npm run map:check',
    ),
  MAP_ORIGINS: z
    .string()
    .default('')
    .refine(isOriginList, 'must be origins such as https://tiles.example.com, separated by commas')
    .describe('Additional origins from which this style loads tiles, glyphs and sprites'),
  ...uploadKeys,
  APPS_DIR: z
    .string()
    .min(1)
    .default('.data/apps')
    .describe(
      'Folder of the phone apps and their apps.json, as npm run apk makes it, relative to the project',
    ),
  APPS_LOWEST_BUYER: lowestVersion("buyers'"),
  APPS_LOWEST_SELLER: lowestVersion("sellers'"),
  APPS_LOWEST_DRIVER: lowestVersion("drivers'"),
  ...pushKeys,
  INSIDE_NETWORKS: z
    .string()
    .default('')
    .refine((list) => entriesOf(list).every(isCidr), 'must be CIDRs, separated by commas')
    .describe(
      'Additional internal networks as CIDRs: requests to user-supplied addresses in them are refused',
    ),
  TEST_REACHES_LOOPBACK: flag.describe(
    '1, for tests only: push subscriptions and webhooks may name servers on 127.0.0.1',
  ),
  BODY_LIMIT_KB: wholeNumber(16, 512, 256).describe(
    'Maximum JSON body of an operation without a limit of its own',
  ),
  ...sendingKeys,
  ...tracingKeys,
});

export type Environment = z.infer<typeof configSchema>;

/** When compiled to dist/, the contract is JSON, which loads much faster. */
const IS_BUILT = import.meta.filename.endsWith('.js');

export interface Config {
  mode: Environment['NODE_ENV'];
  demo: boolean;
  host: string;
  port: number;
  databaseUrl: string;
  redisUrl: string;
  redisNamespace: string;
  appSecret: KeyRing;
  jwtSecret: KeyRing;
  clockRate: number;
  logLevel: Environment['LOG_LEVEL'];
  actorRuntime: Environment['ACTOR_RUNTIME'];
  trustedProxies: string[];
  /** Seconds. */
  accessTokenLife: number;
  refreshTokenLife: number;
  /** Days; null keeps messages waiting for a provider forever. */
  notificationsKept: { days: number; unsentDays: number | null };
  /** Absolute lifetime of a session in seconds. */
  sessionLife: { usual: number; administrator: number };
  lockout: { failures: number; seconds: number };
  minPasswordLength: number;
  limits: LimitSettings['limits'];
  limitNetworks: LimitSettings['networks'];
  keyLimits: LimitSettings['keys'];
  metricsToken: string | null;
  /** Base address of an OSRM-compatible service. */
  travelTimesUrl: string | null;
  poolSize: number;
  /** API processes of the installation, on all machines. */
  apiProcesses: number;
  /** Milliseconds. */
  drain: number;
  workerWatch: boolean;
  /** Milliseconds. */
  overviewCache: number;
  /** Milliseconds; 0: nothing is read from a standby. */
  staleReads: number;
  /** Milliseconds. */
  catalogueLag: number;
  /** Bytes. */
  bodyLimit: number;
  uploads: UploadSettings;
  /** The phone apps that are given out, and the numbers of the lowest versions that are accepted. */
  apps: { folder: string; lowest: { BUYER: number; SELLER: number; DRIVER: number } };
  push: PushSettings;
  /** Which user-supplied addresses this service may connect to. */
  outside: { loopback: boolean; inside: string[] };
  openapiFile: string;
  /** The built consoles, one folder each. */
  consolesDir: string;
  /** Without a trailing slash. */
  publicOrigin: string | null;
  surfaceHosts: { dispatch: string | null; driver: string | null; seller: string | null };
  apiHost: string | null;
  docsHost: string | null;
  map: { styleUrl: string | null; origins: string[] };
  sending: SendingSettings;
  /** Null: no traces are recorded. */
  tracing: TracingConfig | null;
}

/** Reads and validates the whole environment. Throws ConfigError listing all errors. */
export function loadConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const parsed = configSchema.safeParse(environment);
  const issues = parsed.error?.issues ?? [];
  const faults = issues.map(({ path: [key = ''], message }) =>
    environment[String(key)] === undefined ? `${String(key)}: is not set` : `${String(key)}: ${message}`,
  );
  faults.push(...errorsAcrossKeys(environment));
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return shape(parsed.data);
}

/** For commands that need only this setting. */
export function minPasswordLength(environment: NodeJS.ProcessEnv = process.env): number {
  return configSchema.shape.PASSWORD_MIN_LENGTH.parse(environment.PASSWORD_MIN_LENGTH);
}

/** Rules between keys. Each key is read separately, so that errors in other keys hide nothing here. */
function errorsAcrossKeys(environment: NodeJS.ProcessEnv): string[] {
  const { shape: keys } = configSchema;
  const production = keys.NODE_ENV.safeParse(environment.NODE_ENV).data === 'production';
  const demo = keys.DEMO.safeParse(environment.DEMO).data === true;
  const host = keys.HOST.safeParse(environment.HOST).data ?? '';
  const rate = keys.CLOCK_RATE.safeParse(environment.CLOCK_RATE).data ?? 1;
  return [
    ...(demo && production ? ['DEMO: demo mode is refused in production'] : []),
    ...(demo && !isLoopback(host) ? [`DEMO: demo mode listens on loopback only, not on ${host}`] : []),
    ...(rate !== 1 && production ? ['CLOCK_RATE: a faster clock is refused in production'] : []),
    ...errorsOfUploads(environment),
    ...errorsOfPush(environment),
    ...errorsOfLoopback(environment),
    ...errorsOfStaleReads(environment),
    ...errorsOfLimits(environment),
    ...errorsOfSending(environment),
  ];
}

function errorsOfLoopback({ NODE_ENV, TEST_REACHES_LOOPBACK = '' }: NodeJS.ProcessEnv): string[] {
  const asked = ['1', 'true'].includes(TEST_REACHES_LOOPBACK);
  return asked && NODE_ENV !== 'test' ? ['TEST_REACHES_LOOPBACK: is for tests only'] : [];
}

function errorsOfStaleReads({ STALE_READS_SECONDS, DATABASE_URL = '' }: NodeJS.ProcessEnv): string[] {
  const wanted = Number(configSchema.shape.STALE_READS_SECONDS.safeParse(STALE_READS_SECONDS).data ?? 0) > 0;
  return wanted && isDatabaseUrl(DATABASE_URL) && databaseHosts(DATABASE_URL).length < 2
    ? ['STALE_READS_SECONDS: DATABASE_URL names one server, so there is no standby to read from']
    : [];
}

function shape(env: Environment): Config {
  const budgets = limitSettings(env);
  return {
    mode: env.NODE_ENV,
    demo: env.DEMO,
    host: env.HOST,
    port: env.PORT,
    databaseUrl: env.DATABASE_URL,
    redisUrl: env.REDIS_URL,
    redisNamespace: env.REDIS_NAMESPACE,
    appSecret: ringOf(env, 'APP_SECRET'),
    jwtSecret: ringOf(env, 'JWT_SECRET'),
    clockRate: env.CLOCK_RATE,
    logLevel: env.LOG_LEVEL,
    actorRuntime: env.ACTOR_RUNTIME,
    trustedProxies: [...entriesOf(env.TRUSTED_PROXIES), ...(env.DEMO ? ['loopback'] : [])],
    accessTokenLife: env.ACCESS_TOKEN_MINUTES * 60,
    refreshTokenLife: env.REFRESH_TOKEN_DAYS * 86_400,
    notificationsKept: { days: env.NOTIFICATIONS_KEPT_DAYS, unsentDays: env.UNSENT_KEPT_DAYS || null },
    sessionLife: { usual: env.SESSION_DAYS * 86_400, administrator: env.ADMIN_SESSION_HOURS * 3_600 },
    lockout: { failures: env.LOCK_AFTER_FAILURES, seconds: env.LOCK_MINUTES * 60 },
    minPasswordLength: env.PASSWORD_MIN_LENGTH,
    limits: budgets.limits,
    limitNetworks: budgets.networks,
    keyLimits: budgets.keys,
    metricsToken: env.METRICS_TOKEN ?? null,
    travelTimesUrl: env.TRAVEL_TIMES_URL ?? null,
    poolSize: env.POOL_SIZE,
    apiProcesses: env.API_PROCESSES,
    drain: env.DRAIN_SECONDS * 1_000,
    workerWatch: env.WORKER_WATCH,
    overviewCache: env.OVERVIEW_CACHE_MS,
    staleReads: env.STALE_READS_SECONDS * 1_000,
    catalogueLag: env.CATALOGUE_LAG_MS,
    bodyLimit: env.BODY_LIMIT_KB * 1024,
    uploads: uploadSettings(env),
    apps: {
      folder: path.resolve(projectRoot, env.APPS_DIR),
      lowest: {
        BUYER: env.APPS_LOWEST_BUYER,
        SELLER: env.APPS_LOWEST_SELLER,
        DRIVER: env.APPS_LOWEST_DRIVER,
      },
    },
    push: pushSettings(env),
    outside: { loopback: env.TEST_REACHES_LOOPBACK, inside: entriesOf(env.INSIDE_NETWORKS) },
    openapiFile: path.join(projectRoot, IS_BUILT ? 'dist/openapi.json' : 'openapi.yaml'),
    consolesDir: path.join(projectRoot, 'dist', 'web'),
    publicOrigin: env.PUBLIC_ORIGIN === undefined ? null : new URL(env.PUBLIC_ORIGIN).origin,
    surfaceHosts: {
      dispatch: env.DISPATCH_HOST ?? null,
      driver: env.DRIVER_HOST ?? null,
      seller: env.SELLER_HOST ?? null,
    },
    apiHost: env.API_HOST ?? null,
    docsHost: env.DOCS_HOST ?? null,
    map: { styleUrl: env.MAP_STYLE_URL ?? null, origins: mapOrigins(env) },
    sending: sendingSettings(env),
    tracing: tracingSettings(env),
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function entriesOf(list: string): string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function mapOrigins({ MAP_STYLE_URL, MAP_ORIGINS }: Environment): string[] {
  const ofStyle = MAP_STYLE_URL === undefined ? [] : [new URL(MAP_STYLE_URL).origin];
  return [...new Set([...ofStyle, ...entriesOf(MAP_ORIGINS)])];
}

function isOriginList(list: string): boolean {
  return entriesOf(list).every(
    (entry) => /^https?:/.test(entry) && URL.canParse(entry) && new URL(entry).origin === entry,
  );
}

function isCidr(text: string): boolean {
  const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 6 ? 128 : 32);
}

function isTrustList(list: string): boolean {
  try {
    proxyAddress.compile(entriesOf(list));
    return true;
  } catch {
    return false;
  }
}
