import type { Redis } from 'ioredis';
import { parseRedisUrl } from '../../db/redis/redis-address.ts';
import { withRedisMasters } from '../shared/redis-masters.ts';
import { error, type Finding, judged, messageOf } from './finding.ts';

const TIMEOUT_MS = 5_000;
const OLDEST = [6, 2];

export async function checkRedis(environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const url = environment.REDIS_URL;
  if (!url) return [error('REDIS_URL is not set', 'Set it, or name the settings with --settings.')];
  try {
    const { kind } = parseRedisUrl(url);
    return await withRedisMasters(url, TIMEOUT_MS, async (masters) => {
      const findings: Finding[] = [];
      for (const redis of masters) {
        const where = masters.length === 1 ? '' : `${redis.options.host}:${redis.options.port}: `;
        const about = [...(await look(redis)), ...(kind === 'single' ? [] : [await replicas(redis)])];
        findings.push(...about.map((finding) => ({ ...finding, says: `${where}${finding.says}` })));
      }
      return kind === 'cluster' ? [...findings, ...(await cluster(masters))] : findings;
    });
  } catch (thrown) {
    const todo = 'Is it running (systemctl status redis-server), and are address and password right?';
    return [error(`Redis cannot be used: ${messageOf(thrown)}`, todo)];
  }
}

async function look(redis: Redis): Promise<Finding[]> {
  const info = parseInfo(await redis.info());
  const [seconds] = await redis.time();
  return [...server(info), clock(Date.now() / 1_000 - Number(seconds))];
}

/** Without a replica, nothing takes over when this server fails. */
async function replicas(redis: Redis): Promise<Finding> {
  const info = parseInfo(await redis.info('replication'));
  const count = Number(info.get('connected_slaves') ?? 0);
  return judged(`${count} replicas`, {
    warnIf: count === 0,
    todo: 'Start its replica: if this server fails now, nothing takes over.',
  });
}

async function cluster(masters: readonly Redis[]): Promise<Finding[]> {
  const [first] = masters;
  const info = parseInfo(String(await first?.call('CLUSTER', 'INFO')));
  const served = Number(info.get('cluster_slots_ok') ?? 0);
  const coverage = await first?.config('GET', 'cluster-require-full-coverage').catch(() => null);
  return [
    judged(`${served} of 16384 slots are served`, {
      errorIf: served < 16_384,
      todo: 'See which masters are away: redis-cli cluster nodes.',
    }),
    judged('the slots of other masters are served while one is away', {
      warnIf: String(coverage).includes('yes'),
      todo: 'Set cluster-require-full-coverage no on every node: otherwise all of Redis pauses when one master fails.',
    }),
  ];
}

function server(info: ReadonlyMap<string, string>): Finding[] {
  const version = info.get('redis_version') ?? '0';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < (OLDEST[0] ?? 0) || (major === OLDEST[0] && minor < (OLDEST[1] ?? 0));
  const policy = info.get('maxmemory_policy') ?? 'unknown';
  const [limit, used] = ['maxmemory', 'used_memory'].map((name) => Number(info.get(name) ?? 0)) as [
    number,
    number,
  ];
  const keepsLog = info.get('aof_enabled') === '1';
  return [
    judged(`Redis ${version}`, { errorIf: isOld, todo: `Use Redis ${OLDEST.join('.')} or newer.` }),
    judged(`maxmemory-policy ${policy}`, {
      errorIf: policy !== 'noeviction',
      todo: 'Set maxmemory-policy noeviction: otherwise Redis drops who owns which order when it is full.',
    }),
    judged(
      `${Math.round(used / 2 ** 20)} MiB used${limit === 0 ? ', no limit' : ` of ${Math.round(limit / 2 ** 20)}`}`,
      {
        errorIf: limit > 0 && used > 0.95 * limit,
        warnIf: limit > 0 && used > 0.8 * limit,
        todo: 'Raise maxmemory: when it is reached, Redis refuses what is written.',
      },
    ),
    judged(keepsLog ? 'its data outlives a restart (appendonly)' : 'appendonly is off', {
      warnIf: !keepsLog,
      todo: 'Nothing is lost without it, but after each restart of Redis clients read everything again. Set appendonly yes.',
    }),
    judged(`last snapshot ${info.get('rdb_last_bgsave_status') ?? 'unknown'}`, {
      errorIf: info.get('rdb_last_bgsave_status') === 'err',
      todo: 'Redis could not write its data and refuses writes until it can: is the disk full?',
    }),
  ];
}

function clock(skewS: number): Finding {
  // TIME is asked in whole seconds.
  const isFar = Math.abs(skewS - 0.5) > 3;
  return judged(`the clock of Redis ${isFar ? `differs by ${Math.round(skewS)} s` : 'agrees'}`, {
    warnIf: isFar,
    todo: 'Set the clocks of both machines by NTP.',
  });
}

function parseInfo(text: string): ReadonlyMap<string, string> {
  const pairs = text.split('\r\n').map((line) => line.split(':') as [string, string]);
  return new Map(pairs.filter(({ length }) => length === 2));
}
