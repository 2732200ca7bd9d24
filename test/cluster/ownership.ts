import type { Database } from '../../db/database.ts';

export interface Written {
  kind: string;
  key: string;
  version: number;
  epoch: number;
  type: string;
  /** The name of the PostgreSQL session. */
  writer: string;
}

const FIGURES = ['activations', 'forwards', 'degraded', 'fences'] as const;

/** From here on, each command's row tells which process wrote it. */
export async function recordWriters(database: Database): Promise<void> {
  await database.raw(
    `ALTER TABLE actor_command ADD COLUMN writer text DEFAULT current_setting('application_name')`,
  );
}

/** Actor by actor, in the order of their versions. */
export async function writtenCommands(database: Database): Promise<Written[]> {
  return database('actor_command')
    .orderBy(['kind', 'key', 'version'])
    .select('kind', 'key', 'version', 'epoch', 'type', 'writer');
}

/** Versions must count up, epochs never fall, and each epoch of an actor has one writer. */
export function ownershipFaults(written: readonly Written[]): string[] {
  const faults: string[] = [];
  let former: Written | null = null;
  for (const command of written) {
    const { kind, key, version, epoch, writer } = command;
    const before: Written | null = former?.kind === kind && former.key === key ? former : null;
    const at = `${kind} ${key} at version ${version}`;
    if (version !== (before?.version ?? 0) + 1) faults.push(`${at} follows ${before?.version ?? 0}`);
    if (before !== null && epoch < before.epoch)
      faults.push(`${at} has epoch ${epoch} after ${before.epoch}`);
    if (before?.epoch === epoch && before.writer !== writer)
      faults.push(`${at} has the epoch of ${before.writer}, and was written by ${writer}`);
    former = command;
  }
  return faults;
}

/** What the processes counted, all together. */
export async function ownershipFigures(url: string): Promise<Record<(typeof FIGURES)[number], number>> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const total = (name: string) =>
    [...text.matchAll(new RegExp(`^wasl_owner_${name}_total\\S* (\\d+)$`, 'gm'))]
      .map(([, count]) => Number(count))
      .reduce((sum, count) => sum + count, 0);
  const [activations, forwards, degraded, fences] = FIGURES.map(total) as [number, number, number, number];
  return { activations, forwards, degraded, fences };
}
