import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** What counts as inside, apart from what does everywhere. */
export interface OutsidePolicy {
  /** Tests alone: their own servers on 127.0.0.1 may be reached, and without TLS. */
  loopback: boolean;
  /** CIDRs of the operator's own networks whose addresses are public ones. */
  inside: readonly string[];
}

/** Somebody named an address that this service does not connect to. */
export class OutsideRefused extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'OutsideRefused';
  }
}

/** IPv4 that leads to no public host: the registry of special-purpose addresses (RFC 6890 and its updates), multicast, reserved. */
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
 * Of IPv6 only global unicast leads outside: IPv4-mapped and -compatible addresses, NAT64, unique local, link-local and
 * multicast ones all lie elsewhere.
 */
const GLOBAL_IPV6 = ['2000::/3'];
/** Within it: protocol assignments with Teredo, documentation, and 6to4, which carries any IPv4 address. */
const INSIDE_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

/** Names that no public resolver answers, or must not (RFC 6761, 6762, 7686, 8375, 9476), and what networks use inside. */
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

/** Judges where this service may be sent by somebody else's word: the endpoint of a push subscription, a webhook. */
export class OutsideAddresses {
  readonly #loopback: boolean;
  readonly #own: BlockList;

  constructor({ loopback, inside: own }: OutsidePolicy) {
    this.#loopback = loopback;
    this.#own = listOf(own);
  }

  /**
   * The address as it is connected to. Whether a name leads outside shows when it is resolved: here it is judged by
   * itself alone. Throws OutsideRefused.
   */
  read(text: string): URL {
    if (!URL.canParse(text)) throw new OutsideRefused('is no address');
    // Has turned decimal, octal, hexadecimal and shortened forms of IPv4 into the usual one.
    const url = new URL(text);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const forTest = this.#loopback && host === '127.0.0.1';
    if (url.protocol !== 'https:' && !(forTest && url.protocol === 'http:'))
      throw new OutsideRefused('must begin with https://');
    if (url.username !== '' || url.password !== '')
      throw new OutsideRefused('must not hold a user name or password');
    if (url.port !== '' && Number(url.port) < 1024)
      throw new OutsideRefused('must use port 443, or one from 1024 on');
    if (isIP(host) === 0) refuseInsideName(host);
    else this.refuseInside(host);
    return url;
  }

  /** Throws OutsideRefused for an IP address that is not outside. */
  refuseInside(address: string): void {
    if (this.#isInside(address)) throw new OutsideRefused(`leads to ${address}, which is not outside`);
  }

  #isInside(address: string): boolean {
    if (this.#loopback && address === '127.0.0.1') return false;
    const version = isIP(address);
    // A zone (`fe80::1%eth0`) belongs to a link.
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
    throw new OutsideRefused(`names ${host || 'no host'}, which is not outside`);
}

/** A machine reaches what listens on it by its public address too. */
function isOwnMachine(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const own = new BlockList();
  for (const each of Object.values(networkInterfaces()).flatMap((some) => some ?? []))
    own.addAddress(each.address.replace(/%.*$/, ''), each.family === 'IPv6' ? 'ipv6' : 'ipv4');
  return own.check(address, family);
}
