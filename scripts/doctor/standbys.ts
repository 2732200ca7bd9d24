import { databaseHosts } from '../../db/database-hosts.ts';
import { probe } from '../../db/primary.ts';
import type { ServerFacts } from '../../db/server-client.ts';
import { error, type Finding, judged, messageOf, warning } from './finding.ts';

const MAX_LAG_BYTES = 256e6;

/** For a database on several servers; there is nothing to say of one. */
export async function checkStandbys({
  DATABASE_URL: url,
  STALE_READS_SECONDS,
}: NodeJS.ProcessEnv): Promise<Finding[]> {
  const hosts = url ? databaseHosts(url) : [];
  if (hosts.length < 2) return [];
  const found = await Promise.all(
    hosts.map((host) =>
      probe(host).then(
        (facts) => ({ host, facts, problem: '' }),
        (thrown: unknown) => ({ host, facts: null, problem: messageOf(thrown) }),
      ),
    ),
  );
  const away = found.flatMap(({ host, facts, problem }) =>
    facts === null
      ? [error(`${host.name} does not answer: ${problem}`, 'docs/runbook.md: WaslStandbyAway.')]
      : [],
  );
  const primaries = found.filter(({ facts }) => facts?.standby === false);
  const rivals =
    primaries.length < 2
      ? []
      : [
          error(
            `${primaries.map(({ host, facts }) => `${host.name} (timeline ${facts?.timeline})`).join(' and ')} both believe to be the primary`,
            'Stop the one with the older timeline at once, then `wasl standby rejoin` there (docs/standby.md).',
          ),
        ];
  const primary = primaries[0]?.facts ?? null;
  const isRead = Number(STALE_READS_SECONDS ?? 0) > 0;
  const standbys = found.flatMap(({ host, facts }) =>
    facts?.standby === true
      ? [describe(host.name, facts, primary), ...(isRead ? [following(host.name, facts, primary)] : [])]
      : [],
  );
  return [...rivals, ...away, ...standbys, ...waiting(primary)];
}

function describe(name: string, { position }: ServerFacts, primary: ServerFacts | null): Finding {
  const lag = position === null || primary?.position == null ? null : primary.position - position;
  return judged(
    `${name} is a standby${lag === null ? '' : `, ${Math.max(0, Math.round(lag / 1e3))} kB behind`}`,
    {
      warnIf: lag !== null && lag > MAX_LAG_BYTES,
      todo: 'docs/runbook.md: WaslStandbyBehind.',
    },
  );
}

/** Whether processes may read from it, as far as its timeline tells. */
function following(name: string, { followed }: ServerFacts, primary: ServerFacts | null): Finding {
  const follows = primary !== null && followed === primary.timeline;
  return judged(
    follows ? `${name} may answer reads` : `${name} answers no reads: it follows another timeline`,
    {
      warnIf: !follows,
      todo: 'After a promotion this ends by itself within minutes. Otherwise: wasl standby rejoin, on that machine.',
    },
  );
}

function waiting(primary: ServerFacts | null): Finding[] {
  if (primary === null) return [];
  if (primary.synchronous) return [judged('commits wait for a standby', { todo: '' })];
  return [
    warning(
      'commits wait for nobody: with the primary, the last of them would be lost',
      'Once a standby follows: `wasl standby synchronous` on the primary. Or leave it, if that is what you want (docs/standby.md).',
    ),
  ];
}
