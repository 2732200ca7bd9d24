import type { Redis } from 'ioredis';
import type { Place, SharedAddress } from './redis-address.ts';

/** That a server is the master of these slots. Of two claims to a slot, the one with the higher epoch is newer. */
export interface MasterClaim {
  place: Place;
  epoch: number;
  slots: readonly (readonly [from: number, to: number])[];
}

/** What one node knows. */
export interface Sighting {
  claims: MasterClaim[];
  /** Nodes that can be asked too. */
  nodes: Place[];
}

const ALL_SLOTS = [[0, 16_383]] as const;

/** Asks a node of the cluster, or a Sentinel. @param asked Its own address, which a node may not know. */
export async function askNode(
  redis: Redis,
  asked: Place,
  { kind, master, tls }: Pick<SharedAddress, 'kind' | 'master' | 'tls'>,
): Promise<Sighting> {
  if (kind === 'cluster') return clusterSighting(String(await redis.call('CLUSTER', 'NODES')), asked, tls);
  const [about, others] = await Promise.all([
    redis.call('SENTINEL', 'MASTER', master),
    redis.call('SENTINEL', 'SENTINELS', master),
  ]);
  return sentinelSighting(about, others);
}

/**
 * Reads the answer of CLUSTER NODES, a line for each: id, ip:port@busport,hostname, flags, master, ping, pong, epoch,
 * link, then its slots, of which those in brackets are being moved.
 */
export function clusterSighting(text: string, asked: Place, tls: boolean): Sighting {
  const sighting: Sighting = { claims: [], nodes: [] };
  for (const line of text.split('\n')) {
    const [, address, flags = '', , , , epoch, , ...slots] = line.trim().split(' ');
    const known = new Set(flags.split(','));
    if (address === undefined || known.has('noaddr') || known.has('handshake')) continue;
    const place = placeOf(address, asked, tls);
    sighting.nodes.push(place);
    if (!known.has('master')) continue;
    const ranges = slots.filter((range) => !range.startsWith('[')).map(rangeOf);
    if (ranges.length > 0) sighting.claims.push({ place, epoch: Number(epoch), slots: ranges });
  }
  return sighting;
}

/** Reads the answers of SENTINEL MASTER and SENTINEL SENTINELS: names and values in turn. */
export function sentinelSighting(master: unknown, others: unknown): Sighting {
  const fields = fieldsOf(master);
  const place = { host: fields.get('ip') ?? '', port: Number(fields.get('port')) };
  const nodes = (Array.isArray(others) ? others : []).map((other) => {
    const about = fieldsOf(other);
    return { host: about.get('ip') ?? '', port: Number(about.get('port')) };
  });
  const epoch = Number(fields.get('config-epoch') ?? 0);
  return { claims: place.host === '' ? [] : [{ place, epoch, slots: ALL_SLOTS }], nodes };
}

function placeOf(address: string, asked: Place, tls: boolean): Place {
  const [endpoint = '', hostname = ''] = address.split(',');
  const [server = ''] = endpoint.split('@');
  const colon = server.lastIndexOf(':');
  const ip = server.slice(0, colon);
  // A certificate names the host. A node that was never told its address leaves it out.
  const host = tls && hostname !== '' ? hostname : ip;
  return { host: host === '' ? asked.host : host, port: Number(server.slice(colon + 1)) };
}

function rangeOf(text: string): [number, number] {
  const [from = '', to = from] = text.split('-');
  return [Number(from), Number(to)];
}

function fieldsOf(answer: unknown): Map<string, string> {
  const list = (Array.isArray(answer) ? answer : []).map(String);
  return new Map(list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1] ?? ''] as const] : [])));
}
