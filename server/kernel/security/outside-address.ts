import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Additions to the built-in list of internal addresses. */
export interface OutsidePolicy {
  /** For tests only: allows servers on 127.0.0.1, and without TLS. */
  loopback: boolean;
  /** CIDRs of the operator's own networks with public addresses. */
  inside: readonly string[];
}

/** The supplied address is one this service does not connect to. */
export class OutsideRefused extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'OutsideRefused';
  }
}

/** IPv4 ranges without public hosts: special-purpose addresses (RFC 6890 and its updates), multicast, reserved. */
const INSIDE_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/**
 * Only global unicast IPv6 addresses are public. IPv4-mapped and -compatible, NAT64, unique local, link-local and
 * multicast addresses are outside this range.
 */
const GLOBAL_IPV6 = ['2000::/3'];
/**
 * Exceptions within it: protocol assignments including Teredo, documentation, and 6to4, which embeds any IPv4 address.
 */
const INSIDE_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/**
 * Names that public resolvers do not or must not answer (RFC 6761, 6762, 7686, 8375, 9476), and common internal names.
 */
const INSIDE_NAMES = [
  ...['localhost', 'local', 'internal', 'intranet', 'private', 'corp', 'home', 'lan', 'arpa', 'onion', 'alt'],
  ...['test', 'example', 'invalid'],
];

const inside = listOf([...INSIDE_IPV4, ...INSIDE_IPV6]);
const global = listOf(GLOBAL_IPV6);

function listOf(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) addTo(list, cidr);
  return list;
}

function addTo(list: BlockList, cidr: string): void {
  const [address = '', bits = ''] = cidr.split('/');
  list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Decides whether a user-supplied address (push subscription endpoint, webhook) may be connected to. */
export class OutsideAddresses {
  readonly #loopback: boolean;
  readonly #own: BlockList;

  constructor({ loopback, inside: own }: OutsidePolicy) {
    this.#loopback = loopback;
    this.#own = listOf(own);
  }

  /**
   * Parses and normalizes the address and checks it as written. Whether a name resolves to a public host is checked
   * when connecting. Throws OutsideRefused.
   */
  read(text: string): URL {
    if (!URL.canParse(text)) throw new OutsideRefused('is not an address');
    // URL has normalized decimal, octal, hexadecimal and shortened forms of IPv4.
    const url = new URL(text);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const forTest = this.#loopback && host === '127.0.0.1';
    if (url.protocol !== 'https:' && !(forTest && url.protocol === 'http:'))
      throw new OutsideRefused('must begin with https://');
    if (url.username !== '' || url.password !== '')
      throw new OutsideRefused('must not contain a user name or password');
    if (url.port !== '' && Number(url.port) < 1024)
      throw new OutsideRefused('must use port 443, or one from 1024 on');
    if (isIP(host) === 0) refuseInsideName(host);
    else this.refuseInside(host);
    return url;
  }

  /** Throws OutsideRefused for an internal IP address. */
  refuseInside(address: string): void {
    if (this.#isInside(address))
      throw new OutsideRefused(`resolves to ${address}, which is not a public address`);
  }

  #isInside(address: string): boolean {
    if (this.#loopback && address === '127.0.0.1') return false;
    const version = isIP(address);
    // An address with a zone (`fe80::1%eth0`) is link-local.
    if (version === 0 || address.includes('%')) return true;
    const family = version === 6 ? 'ipv6' : 'ipv4';
    if (version === 6 && !global.check(address, family)) return true;
    return inside.check(address, family) || this.#own.check(address, family) || isOwnMachine(address);
  }
}

function refuseInsideName(host: string): void {
  const name = host.toLowerCase().replace(/\.$/, '');
  const last = name.split('.').at(-1) ?? '';
  if (!name.includes('.') || INSIDE_NAMES.includes(last))
    throw new OutsideRefused(`names ${host || 'no host'}, which is not a public host`);
}

/** A machine can also be reached by its own public address. */
function isOwnMachine(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const own = new BlockList();
  for (const each of Object.values(networkInterfaces()).flatMap((some) => some ?? []))
    own.addAddress(each.address.replace(/%.*$/, ''), each.family === 'IPv6' ? 'ipv6' : 'ipv4');
  return own.check(address, family);
}
