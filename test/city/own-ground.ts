import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OwnInstallation } from './faults/own-installation.ts';

/** An installation for one test, with its folder. The caller must release it. */
export interface OwnGround {
  folder: string;
  own: OwnInstallation;
  signal: AbortSignal;
  release(): Promise<void>;
}

/** @param rate CLOCK_RATE of its two API processes and its worker */
export async function ownGround(rate: number): Promise<OwnGround> {
  const folder = mkdtempSync(join(tmpdir(), 'wasl-city-'));
  const stop = new AbortController();
  const { signal } = stop;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const own = await OwnInstallation.start({ folder, rate, processes: 2, signal });
    const release = async () => {
      stop.abort();
      await own.stop();
      remove();
    };
    return { folder, own, signal, release };
  } catch (error) {
    remove();
    throw error;
  }
}
