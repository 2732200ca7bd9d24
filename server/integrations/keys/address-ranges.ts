import { BlockList, isIP, SocketAddress } from 'node:net';
import { WaslError } from '../../../actors/errors.ts';
import { listOf, readCidr } from '../../kernel/process/named-networks.ts';

/**
 * The ranges in canonical form, each once. Throws common.VALIDATION_FAILED for what is not a network, has bits beyond its
 * prefix, or is an IPv4-mapped IPv6 address, which would mean the same network twice.
 */
export function canonicalRanges(given: readonly string[]): string[] {
  const read = given.map((text) => readCidr(text));
  const errors = read.flatMap((cidr, place) =>
    typeof cidr === 'string' ? [{ pointer: `/addressRanges/${place}`, code: 'cidr', message: cidr }] : [],
  );
  if (errors.length > 0)
    throw new WaslError('common.VALIDATION_FAILED', { detail: 'Correct the address ranges.', errors });
  return [
    ...new Set(read.flatMap((cidr) => (typeof cidr === 'string' ? [] : [`${cidr.address}/${cidr.bits}`]))),
  ];
}

/**
 * Whether a client's address is in one of the ranges; with none, every address is. An IPv4-mapped IPv6 address counts
 * as the IPv4 address: depending on the socket, the same client has either. Families are compared separately, because
 * Node's BlockList would find IPv4 addresses in a wide IPv6 range.
 */
export function isWithin(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true;
  const client = canonicalAddress(address);
  if (client === null) return false;
  const family = isIP(client) === 6 ? 'ipv6' : 'ipv4';
  const read = ranges.map((text) => readCidr(text));
  const same = read.flatMap((cidr) => (typeof cidr !== 'string' && cidr.family === family ? [cidr] : []));
  return listOf(same).check(client, family);
}

const MAPPED = new BlockList();
MAPPED.addSubnet('::ffff:0:0', 96, 'ipv6');

/** Null if it is not an address. */
function canonicalAddress(address: string): string | null {
  // A link-local address may name its interface.
  const [plain = ''] = address.split('%');
  if (isIP(plain) === 0) return null;
  if (isIP(plain) === 4) return plain;
  const { address: canonical } = new SocketAddress({ address: plain, family: 'ipv6' });
  return MAPPED.check(canonical, 'ipv6') ? canonical.slice(canonical.lastIndexOf(':') + 1) : canonical;
}
