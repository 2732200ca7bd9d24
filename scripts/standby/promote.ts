import { generationOf, readHistory } from '../../db/commit-history.ts';
import { readServerFacts } from '../../db/server-client.ts';
import { CommandError } from '../shared/command-error.ts';
import { asAdmin, askPeers, noteHistory, setServer } from './servers.ts';
import type { StandbySettings } from './settings.ts';

const PROMOTION_LIMIT_S = 60;

export interface Promoted {
  timeline: number;
  generation: number;
  /** Acknowledged commits may be missing. */
  mayLack: boolean;
}

/**
 * Makes this standby the primary. Refuses while another server still is one: two of them would each acknowledge what the
 * other does not have. @param lossy Although the database notes that commits waited for this standby: they no longer did.
 */
export async function promote(
  settings: StandbySettings,
  { lossy }: { lossy: boolean },
  say: (line: string) => void,
): Promise<Promoted> {
  await refuseTwo(settings, say);
  return asAdmin(settings, async (client) => {
    const { standby, history } = await readServerFacts(client);
    if (!standby) throw new CommandError('This server is not a standby.');
    const before = readHistory(history);
    // It came with the copy of the former primary, and would have every commit wait for a standby that is not there.
    await setServer(client, 'synchronous_standby_names', null);
    const { rows } = await client.query<{ done: boolean }>('SELECT pg_promote(true, $1) AS done', [
      PROMOTION_LIMIT_S,
    ]);
    if (rows[0]?.done !== true)
      throw new CommandError(
        `PostgreSQL did not become the primary within ${PROMOTION_LIMIT_S} s: see its log.`,
      );
    const { timeline } = await readServerFacts(client);
    if (timeline === null) throw new CommandError('PostgreSQL does not tell its timeline.');
    const known = before === null ? null : { ...before, synchronous: before.synchronous && !lossy };
    const generation = generationOf(timeline, known);
    await noteHistory(client, { generation, timeline, synchronous: false });
    // Until there was one on the new timeline, the former primary could not come back by pg_rewind.
    await client.query('CHECKPOINT');
    return { timeline, generation, mayLack: generation === timeline };
  });
}

async function refuseTwo(settings: StandbySettings, say: (line: string) => void): Promise<void> {
  for (const { host, facts, problem } of await askPeers(settings)) {
    if (facts === null) {
      say(`${host.name} does not answer (${problem}). It must be off, and stay off until it is a standby.`);
      continue;
    }
    if (!facts.standby)
      throw new CommandError(
        `${host.name} is a primary and answers. Stop PostgreSQL there first: nothing that it has acknowledged is lost then.`,
      );
  }
}
