/** A server as host and port. */
export interface Place {
  host: string;
  port: number;
}

export interface Credentials {
  username?: string;
  password?: string;
}

/** Several servers of which one, or one for each key, is the master. */
export interface SharedAddress {
  /** sentinel: one master, found by asking Sentinels. cluster: Redis Cluster, found by asking any of its nodes. */
  kind: 'sentinel' | 'cluster';
  /** Those that are asked first: Sentinels, or nodes of the cluster. */
  nodes: readonly Place[];
  tls: boolean;
  credentials: Credentials;
  /** The master's name at the Sentinels; empty for a cluster. */
  master: string;
  sentinelCredentials: Credentials;
}

export type RedisAddress = { kind: 'single'; url: string } | SharedAddress;

const SHARED = /^redis(s?)\+(sentinel|cluster):\/\/(?:([^@/]*)@)?([^/?#@]+)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const DEFAULT_PORT = { sentinel: 26_379, cluster: 6_379 };

/**
 * What REDIS_URL says. One variable for all three kinds, so that no second one can contradict it:
 * - `redis://user:password@host:port`, `rediss://` with TLS
 * - `redis+sentinel://user:password@host:port,host:port/master-name?sentinel-password=…`
 * - `redis+cluster://user:password@host:port,host:port`
 *
 * Throws an Error whose message says what is wrong.
 */
export function parseRedisUrl(url: string): RedisAddress {
  if (/^rediss?:\/\/./.test(url) && URL.canParse(url)) return { kind: 'single', url };
  const [matched, tls, kind, user = '', hosts = '', path = '', query = ''] = SHARED.exec(url) ?? [];
  if (matched === undefined || (kind !== 'sentinel' && kind !== 'cluster'))
    throw new Error('must begin with redis://, rediss://, redis+sentinel:// or redis+cluster://');
  const nodes = hosts.split(',').map((host) => placeOf(host, DEFAULT_PORT[kind]));
  const parameters = new URLSearchParams(query);
  const unknown = [...parameters.keys()].filter(
    (name) => kind === 'cluster' || !['sentinel-user', 'sentinel-password'].includes(name),
  );
  if (unknown.length > 0) throw new Error(`has an unknown parameter: ${unknown.join(', ')}`);
  if (kind === 'sentinel' && !/^[\w.-]+$/.test(path))
    throw new Error('must name the master as its path, e.g. redis+sentinel://host:26379/wasl');
  if (kind === 'cluster' && path !== '' && path !== '0')
    throw new Error('must have no path: a cluster has only database 0');
  const { username, password } = new URL(`redis://${user}@host`);
  return {
    ...{ kind, nodes, tls: tls === 's', master: kind === 'sentinel' ? path : '' },
    credentials: credentialsOf(decodeURIComponent(username), decodeURIComponent(password)),
    sentinelCredentials: credentialsOf(
      parameters.get('sentinel-user') ?? '',
      parameters.get('sentinel-password') ?? '',
    ),
  };
}

/** Undefined when the address is usable. */
export function faultOfRedisUrl(url: string): string | undefined {
  try {
    parseRedisUrl(url);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function placeOf(text: string, defaultPort: number): Place {
  const [, bracketed, plain, digits] =
    /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = digits === undefined ? defaultPort : Number(digits);
  if (host === undefined || port < 1 || port > 65_535)
    throw new Error(`has a host that cannot be read: ${text}`);
  return { host, port };
}

function credentialsOf(username: string, password: string): Credentials {
  return {
    ...(username === '' ? {} : { username }),
    ...(password === '' ? {} : { password }),
  };
}
