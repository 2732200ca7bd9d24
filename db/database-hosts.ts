/** One server that DATABASE_URL names. */
export interface DatabaseHost {
  /** The URL with this server alone. */
  readonly url: string;
  /** Host and port, for messages; never the password. */
  readonly name: string;
  /** Null if the address names no other server: the driver then reads it from the URL. */
  readonly address: { readonly host: string; readonly port: number } | null;
}

const DEFAULT_PORT = 5_432;

const AUTHORITY = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/is;

/**
 * The servers of an address, in its order. As libpq does, an address may name several, separated by commas:
 * `postgresql://role:password@10.0.0.1:5432,10.0.0.2:5432/wasl`. Throws a TypeError if it is not an address.
 */
export function databaseHosts(url: string): readonly DatabaseHost[] {
  const [, before = '', hosts = '', after = ''] = AUTHORITY.exec(url) ?? [];
  if (!hosts.includes(',')) return [{ url, name: hosts === '' ? 'the local server' : hosts, address: null }];
  return hosts.split(',').map((name) => {
    if (name === '') throw new TypeError('a host is missing between commas');
    const one = `${before}${name}${after}`;
    if (!URL.canParse(one)) throw new TypeError(`"${name}" is not a host and port`);
    const { hostname, port } = new URL(one);
    const host = decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1');
    return { url: one, name, address: { host, port: port === '' ? DEFAULT_PORT : Number(port) } };
  });
}

/** Whether it is an address of PostgreSQL, of one server or several. */
export function isDatabaseUrl(text: string): boolean {
  try {
    return databaseHosts(text).every(
      ({ url }) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol),
    );
  } catch {
    return false;
  }
}

/** The role that an address signs in as. */
export function roleOf(url: string): string {
  return decodeURIComponent(new URL(databaseHosts(url)[0]?.url ?? url).username);
}
