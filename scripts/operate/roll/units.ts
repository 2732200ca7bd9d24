import { run } from '../../embedded/run.ts';
import { askReadiness } from '../../supervisor/readiness.ts';
import { PORT_BASE } from '../web/upstreams.ts';
import type { Place } from './replace-in-turn.ts';

/** Longer than a unit may take to stop and to start. */
const RESTART_LIMIT_MS = 150_000;

/** An API process of systemd's, on its port of this machine. */
export function apiUnit(number: number): Place {
  const unit = `wasl-api@${number}.service`;
  return {
    name: `API process ${number}`,
    restart: () => restart(unit),
    isReady: async () => (await askReadiness(addressOf(number))).api,
  };
}

/** The worker; a process of the API sees whether it works. */
export function workerUnit(): Place {
  return {
    name: 'The worker',
    restart: () => restart('wasl-worker.service'),
    isReady: async () => (await isActive('wasl-worker.service')) && (await askReadiness(addressOf(1))).worker,
  };
}

function addressOf(number: number): string {
  return `http://127.0.0.1:${PORT_BASE + number}`;
}

/** One that fails to start is started again by systemd: whether it is ready in the end is asked of itself. */
async function restart(unit: string): Promise<void> {
  await run('systemctl', ['restart', unit], { limitMs: RESTART_LIMIT_MS });
}

async function isActive(unit: string): Promise<boolean> {
  return (await run('systemctl', ['is-active', '--quiet', unit], { limitMs: 10_000 })).ok;
}
