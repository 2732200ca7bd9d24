import { BlockList, isIP, SocketAddress } from 'node:net';

/** A network named by the operator, with its limits. */
export interface NamedNetwork {
  name: string;
  cidrs: Cidr[];
  /** Points per address, for the classes given. */
  budgets: ReadonlyMap<BudgetName, number>;
}

export interface Cidr {
  /** As written. */
  text: string;
  /** In canonical form. */
  address: string;
  bits: number;
  family: 'ipv4' | 'ipv6';
}

const BUDGETS = ['browse', 'write', 'sign-in', 'registration'] as const;
type BudgetName = (typeof BUDGETS)[number];

const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const MAX_NETWORKS = 50;
/** Upper bound of any limit: more than a process can handle in its window. */
export const MAX_POINTS = 1_000_000_000;
/** Anything wider is not one operator's network. */
const MIN_PREFIX_BITS = { ipv4: 8, ipv6: 20 } as const;
/** A subscriber has a whole /64 and is counted as one. */
const MAX_IPV6_PREFIX_BITS = 64;
/** Keywords allowed in TRUSTED_PROXIES. */
const PROXY_WORDS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Networks as `name address … budget=points …`, separated by semicolons. @param text Validated. */
export function namedNetworks(text: string): NamedNetwork[] {
  return entries(text).map(({ name, words }) => ({
    name,
    cidrs: words.filter((word) => !word.includes('=')).flatMap((word) => cidrOf(word) ?? []),
    budgets: new Map(
      words.flatMap((word) => {
        const [budget = '', points = ''] = word.split('=');
        return isBudget(budget) ? [[budget, Number(points)] as const] : [];
      }),
    ),
  }));
}

/** Every error as text; empty if the networks are valid. @param proxies Value of TRUSTED_PROXIES. */
export function networkErrors(text: string, proxies: string): string[] {
  const networks = entries(text);
  const faults = networks.flatMap(({ name, words }) => errorsOf(name, words));
  if (networks.length > MAX_NETWORKS) faults.push(`at most ${MAX_NETWORKS} networks can be named`);
  const names = networks.map(({ name }) => name);
  for (const name of new Set(names.filter((each, index) => names.indexOf(each) !== index)))
    faults.push(`${name} is defined twice: list all its addresses in one place`);
  const trusted = proxies.split(',').flatMap((entry) => cidrsOfProxy(entry.trim()));
  const owners = new Map<string, string>();
  for (const { name, cidrs } of namedNetworks(text)) {
    for (const cidr of cidrs) {
      const key = `${cidr.address}/${cidr.bits}`;
      const owner = owners.get(key);
      if (owner !== undefined) faults.push(`${cidr.text} belongs to ${owner} and to ${name}`);
      owners.set(key, name);
      if (trusted.some((proxy) => overlap(proxy, cidr)))
        faults.push(
          `${name}: ${cidr.text} contains a trusted proxy (TRUSTED_PROXIES), whose address is never a client's`,
        );
    }
  }
  return faults;
}

export function listOf(cidrs: readonly Cidr[]): BlockList {
  const list = new BlockList();
  for (const { address, bits, family } of cidrs) list.addSubnet(address, bits, family);
  return list;
}

function entries(text: string): { name: string; words: string[] }[] {
  return text
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [name = '', ...words] = entry.split(/\s+/);
      return { name, words };
    });
}

function errorsOf(name: string, words: readonly string[]): string[] {
  if (!NAME.test(name))
    return [
      `"${name}" must be preceded by a name: lower-case letters, digits and hyphens, starting with a letter`,
    ];
  const [budgets, addresses] = [
    words.filter((word) => word.includes('=')),
    words.filter((word) => !word.includes('=')),
  ];
  const faults = [...addresses.flatMap(errorsOfAddress), ...budgets.flatMap(errorsOfBudget)];
  const given = budgets.map((word) => word.split('=')[0]);
  if (new Set(given).size < given.length) faults.push('a budget is given twice');
  if (addresses.length === 0) faults.push('has no address: list IP addresses or CIDRs after its name');
  if (budgets.length === 0) faults.push(`has no budget: add one or more of ${BUDGETS.join('=, ')}=`);
  return faults.map((fault) => `${name}: ${fault}`);
}

function errorsOfBudget(word: string): string[] {
  const [budget = '', points = '', ...more] = word.split('=');
  if (!isBudget(budget)) return [`${word} is unknown: budgets are ${BUDGETS.join(', ')}`];
  const count = Number(points);
  if (more.length === 0 && /^\d+$/.test(points) && count >= 1 && count <= MAX_POINTS) return [];
  return [`${word} must be a whole number from 1 to ${MAX_POINTS}`];
}

function errorsOfAddress(word: string): string[] {
  const cidr = readCidr(word);
  if (typeof cidr === 'string') return [cidr];
  const { bits, family } = cidr;
  return family === 'ipv6' && bits > MAX_IPV6_PREFIX_BITS
    ? [`${word} is part of a /64, which counts as one address: use the /64`]
    : [];
}

/** A network or a single address, or what is wrong with it, as a sentence. */
export function readCidr(word: string): Cidr | string {
  const cidr = cidrOf(word);
  if (cidr === null) return `${word} is not an IP address or a CIDR such as 203.0.113.0/24`;
  const { bits, family, address } = cidr;
  if (family === 'ipv6' && address.includes('.'))
    return `${word} is an IPv4-mapped address: use the IPv4 address`;
  if (bits < MIN_PREFIX_BITS[family])
    return `${word} is too wide: use /${MIN_PREFIX_BITS[family]} or narrower`;
  return hostBits(cidr)
    ? `${word} has bits set beyond its /${bits}: use the first address of the network`
    : cidr;
}

function isBudget(word: string): word is BudgetName {
  return BUDGETS.some((budget) => budget === word);
}

/** Null if it is neither an address nor a CIDR. */
function cidrOf(text: string): Cidr | null {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  // An address that names an interface means something on one machine only.
  if (version === 0 || address.includes('%') || more.length > 0) return null;
  const most = version === 6 ? 128 : 32;
  const count = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (!(count >= 0 && count <= most)) return null;
  const family = version === 6 ? 'ipv6' : 'ipv4';
  return { text, address: new SocketAddress({ address, family }).address, bits: count, family };
}

function cidrsOfProxy(entry: string): Cidr[] {
  const words = Object.hasOwn(PROXY_WORDS, entry) ? PROXY_WORDS[entry] : undefined;
  return (words ?? [entry]).flatMap((text) => cidrOf(text) ?? []);
}

/** Whether one contains the other; networks cannot overlap otherwise. */
function overlap(one: Cidr, other: Cidr): boolean {
  const has = (outer: Cidr, inner: Cidr) => listOf([outer]).check(inner.address, inner.family);
  return one.family === other.family && (has(one, other) || has(other, one));
}

/** Whether the address has bits set beyond its prefix. */
function hostBits({ address, bits, family }: Cidr): boolean {
  const size = family === 'ipv6' ? 128 : 32;
  const value = family === 'ipv6' ? ipv6Value(address) : ipv4Value(address);
  return (value & ((1n << BigInt(size - bits)) - 1n)) !== 0n;
}

function ipv4Value(address: string): bigint {
  return address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

function ipv6Value(address: string): bigint {
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => text.split(':').filter((part) => part !== '');
  const [left, right] = [groups(head), groups(tail ?? '')];
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].reduce((sum, part) => (sum << 16n) | BigInt(`0x${part}`), 0n);
}
