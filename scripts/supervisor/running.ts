import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quietly } from '../embedded/run.ts';
import { isRunning, readHolder } from './instance-lock.ts';

/** Where the running installation can be reached by the other commands of this folder. */
export interface RunningInstallation {
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** "http://127.0.0.1:3000" */
  readonly address: string;
  /** In the demo alone: what the administrator's authenticator codes are made from. */
  readonly adminAuthenticatorKey?: string;
}

/** Holds passwords, so it is readable by its owner alone. */
export function recordRunning(runDir: string, running: RunningInstallation): void {
  writeFileSync(join(runDir, 'installation.json'), JSON.stringify(running), { mode: 0o600 });
}

export function forgetRunning(runDir: string): void {
  rmSync(join(runDir, 'installation.json'), { force: true });
}

/** The installation that runs on this data folder now, if any. */
export function findRunning(dataDir: string): RunningInstallation | undefined {
  const runDir = join(dataDir, 'run');
  const holder = readHolder(join(runDir, 'supervisor.lock'));
  if (holder === undefined || !isRunning(holder)) return undefined;
  return quietly(
    () => JSON.parse(readFileSync(join(runDir, 'installation.json'), 'utf8')) as RunningInstallation,
  );
}
