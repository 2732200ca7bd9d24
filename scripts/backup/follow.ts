import { mkdir } from 'node:fs/promises';
import { pause } from '../shared/waiting.ts';
import { exportClosures } from './closures.ts';
import { withClient } from './database.ts';
import { noteDone, noteFailed } from './run-log.ts';
import type { BackupSettings } from './settings.ts';
import { copyUploads } from './uploads.ts';

export interface FollowContext {
  settings: BackupSettings;
  everyMs: number;
  signal: AbortSignal;
  say(line: string): void;
}

/**
 * Copies new pictures and closures again and again, so that they are as young as the archived log. A failed round is
 * told once and tried again. Resolves when stopped.
 */
export async function follow({ settings, everyMs, signal, say }: FollowContext): Promise<void> {
  let told = '';
  while (!signal.aborted) {
    try {
      await copyOnce(settings);
      if (told !== '') say('Copied again');
      told = '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== told) say(`Not copied: ${message}`);
      told = message;
      await noteFailed(settings.databaseUrl, 'copies', error);
    }
    await pause(everyMs, signal);
  }
}

export async function copyOnce(settings: BackupSettings): Promise<void> {
  await mkdir(settings.dir, { recursive: true, mode: 0o750 });
  const pictures = settings.uploadsDir === null ? 0 : await copyUploads(settings.uploadsDir, settings.dir);
  const closures = await withClient(settings.databaseUrl, (client) => exportClosures(client, settings.dir));
  await noteDone(settings.databaseUrl, 'copies', { pictures, closures });
}
