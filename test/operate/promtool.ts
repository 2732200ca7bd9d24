import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { unpackDebianPackages } from '../../scripts/embedded/debian-packages.ts';
import { onPath } from '../../scripts/embedded/redis-binary.ts';
import { run } from '../../scripts/embedded/run.ts';

/** promtool of this machine, else from Debian's package of Prometheus, unpacked below `.data`. */
async function locatePromtool(): Promise<string> {
  const installed = onPath('promtool');
  if (installed !== undefined) return installed;
  const distDir = path.join(projectRoot, '.data', 'prometheus-dist');
  const file = path.join(distDir, 'usr', 'bin', 'promtool');
  if (!existsSync(file)) {
    const advice = 'Install it: apt-get install prometheus.';
    await unpackDebianPackages({ name: 'Prometheus', packages: ['prometheus'], distDir, advice });
  }
  return file;
}

/** Runs promtool; throws with what it printed. */
export async function promtool(cwd: string, ...args: string[]): Promise<string> {
  const done = await run(await locatePromtool(), args, { limitMs: 60_000, cwd });
  if (!done.ok) throw new Error(`promtool ${args.join(' ')}: ${done.output}`);
  return done.output;
}
