import type pg from 'pg';
import { generationOf, readHistory } from '../../db/commit-history.ts';
import { readServerFacts } from '../../db/server-client.ts';
import { CommandError } from '../shared/command-error.ts';
import { until } from '../shared/waiting.ts';
import { asAdmin, noteHistory, setServer } from './servers.ts';
import { APPLICATION, type StandbySettings } from './settings.ts';

const NAMES = 'synchronous_standby_names';
const ONE_OF_THEM = `ANY 1 (${APPLICATION})`;
const CATCH_UP_MS = 60_000;
const ANSWER_MS = 15_000;

/** From now on, a commit is acknowledged once a standby has it on its disk, too. */
export async function waitForStandbys(settings: StandbySettings): Promise<void> {
  await asAdmin(settings, async (client) => {
    const { timeline, generation } = await positionOf(client);
    if (!(await isFollowed(client, 'async', 'quorum', 'sync', 'potential')))
      throw new CommandError('No standby follows this server: every commit would wait for ever.');
    await setServer(client, NAMES, ONE_OF_THEM);
    try {
      await until(() => isFollowed(client, 'quorum', 'sync'), {
        ...{ limitMs: CATCH_UP_MS, everyMs: 100 },
        failure: `The standby did not catch up within ${CATCH_UP_MS / 1_000} s.`,
      });
    } catch (error) {
      await setServer(client, NAMES, null);
      throw new CommandError((error as Error).message);
    }
    // After it: a standby that has this note has every commit that was acknowledged before.
    await noteHistory(client, { generation, timeline, synchronous: true });
  });
}

/** From now on, commits do not wait. @param away The standby does not answer, so it cannot learn this. */
export async function waitForNobody(settings: StandbySettings, { away }: { away: boolean }): Promise<void> {
  await asAdmin(
    settings,
    async (client) => {
      const { timeline, generation } = await positionOf(client);
      if (away) await client.query('SET synchronous_commit = local');
      // Before it: a standby without this note has every commit that was acknowledged.
      await noteHistory(client, { generation, timeline, synchronous: false }).catch((error: Error) => {
        throw new CommandError(
          `${error.message}. No standby confirms the change: add --standby-is-away, and read what it means.`,
        );
      });
      await setServer(client, NAMES, null);
    },
    ANSWER_MS,
  );
}

async function positionOf(client: pg.Client): Promise<{ timeline: number; generation: number }> {
  const { timeline, history } = await readServerFacts(client);
  if (timeline === null) throw new CommandError('This server is a standby: the primary decides.');
  return { timeline, generation: generationOf(timeline, readHistory(history)) };
}

async function isFollowed(client: pg.Client, ...states: string[]): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_stat_replication
      WHERE application_name = $1 AND state = 'streaming' AND sync_state = ANY ($2)`,
    [APPLICATION, states],
  );
  return (rowCount ?? 0) > 0;
}
