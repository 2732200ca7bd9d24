import { existsSync } from 'node:fs';
import path from 'node:path';
import { runQuietly } from '../embedded/run.ts';
import { unprivilegedUser } from '../embedded/system-user.ts';
import { CommandError } from '../shared/command-error.ts';
import { askPeers } from './servers.ts';
import type { StandbySettings } from './settings.ts';

/**
 * Run before PostgreSQL starts: a former primary that comes back must not start as one while another server is. Returns
 * why it may start; otherwise throws a CommandError.
 */
export async function guard(settings: StandbySettings): Promise<string> {
  const { dataDir, binDir, configFile } = settings;
  for (const signal of ['standby.signal', 'recovery.signal'])
    if (existsSync(path.join(dataDir, signal))) return 'it starts as a standby';
  const peers = await askPeers(settings);
  const other = peers.find(({ facts }) => facts !== null && !facts.standby);
  if (other !== undefined)
    throw new CommandError(
      `${other.host.name} is the primary. This server must come back as its standby: wasl standby rejoin.`,
    );
  if (peers.some(({ facts }) => facts !== null)) return 'the other server is a standby';
  const where = configFile === null ? [] : ['-c', `config_file=${configFile}`];
  const names = runQuietly(
    path.join(binDir, 'postgres'),
    ['-D', dataDir, ...where, '-C', 'synchronous_standby_names'],
    { limitMs: 10_000, cwd: '/', ...unprivilegedUser(dataDir) },
  );
  if (names !== undefined && names.trim() !== '')
    return 'no other server answers, and commits will wait for a standby';
  throw new CommandError(
    'No other server answers, so one of them may be the primary by now. If you know that none is: docs/standby.md, "Starting alone".',
  );
}
