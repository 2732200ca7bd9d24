import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../shared/command-error.ts';

/** Pictures of all backups, each once: a picture never changes under its name. */
export const POOL = 'uploads';

/** Names of pictures and what they contain, as SHA-256. */
export type UploadsList = Map<string, string>;

/** A picture that no kept backup names is deleted this long after it was last written. */
const UNNAMED_AFTER_MS = 2 * 86_400_000;
const UNFINISHED = '.part';

/** Copies what the pool lacks; each file is whole and durable before it has its name. Returns how many. */
export async function copyUploads(from: string, target: string): Promise<number> {
  const pool = path.join(target, POOL);
  await mkdir(pool, { recursive: true, mode: 0o750 });
  const present = new Set(await readdir(pool));
  const missing = (await namesIn(from)).filter((name) => !present.has(name));
  let count = 0;
  for (const name of missing) if (await copyOne(path.join(from, name), path.join(pool, name))) count += 1;
  return count;
}

async function copyOne(from: string, to: string): Promise<boolean> {
  const half = `${to}${UNFINISHED}`;
  try {
    await copyFile(from, half, constants.COPYFILE_FICLONE);
  } catch (error) {
    const { code, path: where } = error as NodeJS.ErrnoException;
    // A picture that nobody uses may be deleted at any moment.
    if (code === 'ENOENT' && where === from) return false;
    throw error;
  }
  const handle = await open(half, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(half, to);
  return true;
}

/**
 * Pictures in the pool with what they contain. One that `known` does not have yet is compared with its original.
 * Rejects with a CommandError for one whose copy is another; that copy is removed, so that it is made again.
 */
export async function listUploads(from: string, target: string, known: UploadsList): Promise<UploadsList> {
  const list: UploadsList = new Map();
  for (const name of await namesIn(from)) {
    const copy = path.join(target, POOL, name);
    const sum = known.get(name) ?? (await hashOf(copy));
    // Uploaded since the pool was filled: the next backup has it.
    if (sum === null) continue;
    if (!known.has(name)) {
      const original = await hashOf(path.join(from, name));
      if (original === null) continue;
      if (original !== sum) {
        await rm(copy, { force: true });
        throw new CommandError(
          `The copy of ${name} was not what the picture is. It was removed; back up again.`,
        );
      }
    }
    list.set(name, sum);
  }
  return list;
}

/** Deletes pictures that no list names, unless they are new. Returns how many. */
export async function pruneUploads(target: string, lists: readonly UploadsList[]): Promise<number> {
  const pool = path.join(target, POOL);
  let count = 0;
  for (const name of await readdir(pool).catch(() => [])) {
    if (lists.some((list) => list.has(name))) continue;
    const file = path.join(pool, name);
    const { ctimeMs } = await stat(file);
    if (Date.now() - ctimeMs < UNNAMED_AFTER_MS) continue;
    await rm(file, { force: true });
    count += 1;
  }
  return count;
}

/** Null if there is no such file. */
export async function hashOf(file: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return hash.digest('hex');
}

export function writeList(list: UploadsList): string {
  return [...list].map(([name, sum]) => `${sum}  ${name}\n`).join('');
}

/** The format of sha256sum. */
export function readList(text: string): UploadsList {
  const lines = text.split('\n').filter(Boolean);
  return new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
}

async function namesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith(UNFINISHED))
    .map(({ name }) => name);
}
