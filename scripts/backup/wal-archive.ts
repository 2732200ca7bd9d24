import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../shared/command-error.ts';
import { pause } from '../shared/waiting.ts';
import { unpacked } from './base-backup.ts';

/** Where `archive-wal` puts what the server hands over, below the target. */
export const WAL_FOLDER = 'wal';

const SEGMENT = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})\.gz$/;
/**
 * A file of the log, or what lies beside one: the note of a base backup that began in it (`.OFFSET.backup`), or its first
 * part, which a server left when another one took over (`.partial`). Notes of timelines (`.history`) are none of these:
 * every restore needs them.
 */
const OF_SEGMENT = /^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup|\.partial)?\.gz$/;
const ARCHIVED_WITHIN_MS = 5 * 60_000;
/** A half-written file of an archiver that was killed. */
const LEFTOVER_AFTER_MS = 3_600_000;

/** A range of the write-ahead log. */
export interface WalRange {
  timeline: number;
  startLsn: string;
  endLsn: string;
  segmentBytes: number;
}

/** The files that a range needs, without their ending. */
export function segmentsOf({ timeline, startLsn, endLsn, segmentBytes }: WalRange): string[] {
  const first = numberOf(startLsn, segmentBytes);
  // A position at the very beginning of a segment belongs to the one before: nothing of the next is needed.
  const last = numberOf(previous(endLsn), segmentBytes);
  const names: string[] = [];
  for (let number = first; number <= last; number += 1n) names.push(nameOf(timeline, number, segmentBytes));
  return names;
}

function bytesOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

const previous = (lsn: string): string => {
  const at = bytesOf(lsn) - 1n;
  return `${(at >> 32n).toString(16)}/${(at & 0xffffffffn).toString(16)}`;
};

function numberOf(lsn: string, segmentBytes: number): bigint {
  return bytesOf(lsn) / BigInt(segmentBytes);
}

function nameOf(timeline: number, number: bigint, segmentBytes: number): string {
  const perFile = 0x1_0000_0000n / BigInt(segmentBytes);
  const parts = [BigInt(timeline), number / perFile, number % perFile];
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('');
}

/**
 * The newest of the archived files that a restore to the end should have replayed after `last`, but did not; null if it
 * got to the end. Files of older timelines are no loss: a restore has left them before.
 */
export function unreachedAfter(last: string | null, archived: readonly string[]): string | null {
  if (last === null) return null;
  const [timeline, place] = [last.slice(0, 8), last.slice(8)];
  const beyond = archived.filter((name) => name.slice(0, 8) >= timeline && name.slice(8) > place);
  return beyond.sort().at(-1) ?? null;
}

/** The archive of one server's write-ahead log. */
export class WalArchive {
  readonly #folder: string;

  constructor(target: string) {
    this.#folder = path.join(target, WAL_FOLDER);
  }

  /** Waits until the server has archived all of a range. Rejects with a CommandError when that does not happen. */
  async waitFor(range: WalRange, signal: AbortSignal, withinMs = ARCHIVED_WITHIN_MS): Promise<void> {
    const end = performance.now() + withinMs;
    for (;;) {
      const missing = await this.#missing(segmentsOf(range));
      if (missing === undefined) return;
      if (signal.aborted) throw new CommandError('Stopped.');
      if (performance.now() > end)
        throw new CommandError(
          `The server has not archived ${missing} within ${withinMs / 1_000} s: see archive_command in its configuration and its log.`,
        );
      await pause(200, signal);
    }
  }

  async #missing(names: readonly string[]): Promise<string | undefined> {
    const present = new Set(await this.#names());
    return names.find((name) => !present.has(`${name}.gz`));
  }

  /** Unpacks the files of a range. Rejects with a CommandError for the first that is damaged. */
  async verify(range: WalRange): Promise<void> {
    for (const name of segmentsOf(range)) {
      const file = path.join(this.#folder, `${name}.gz`);
      let size = 0;
      try {
        for await (const chunk of unpacked(file)) size += (chunk as Buffer).length;
      } catch (error) {
        throw new CommandError(`${file} is damaged: ${(error as Error).message}`);
      }
      if (size !== range.segmentBytes) throw new CommandError(`${file} is damaged: ${size} bytes.`);
    }
  }

  /**
   * The last file that follows a range without a gap, on its timeline or on one that a restore began, and when it was
   * archived. Null if the range itself is not whole.
   */
  async reachOf(range: WalRange): Promise<{ segment: string; archivedAt: Date; gap: string | null } | null> {
    const present = await this.segments();
    const of = new Map<string, string>();
    // The same position on several timelines: the newest one is what a restore follows.
    for (const name of present.sort()) of.set(name.slice(8), name);
    const needed = segmentsOf(range);
    if (needed.some((name) => !present.includes(name))) return null;
    let last = needed.at(-1) as string;
    const after = [...of.keys()].sort().filter((place) => place > last.slice(8));
    let gap: string | null = null;
    for (const place of after) {
      const expected = following(last.slice(8), range.segmentBytes);
      if (place !== expected) {
        gap = expected;
        break;
      }
      last = of.get(place) as string;
    }
    const { mtime } = await stat(path.join(this.#folder, `${last}.gz`));
    return { segment: last, archivedAt: mtime, gap };
  }

  /** All files of the log, without their ending. */
  async segments(): Promise<string[]> {
    return (await this.#names()).filter((name) => SEGMENT.test(name)).map((name) => name.slice(0, 24));
  }

  /** Deletes what lies before the given range on any timeline, and what killed archivers left behind. */
  async prune(range: WalRange | null): Promise<number> {
    let count = 0;
    const oldest = range === null ? null : (segmentsOf(range)[0] as string).slice(8);
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const file = path.join(this.#folder, name);
      const isOld = oldest !== null && OF_SEGMENT.test(name) && name.slice(8, 24) < oldest;
      if (!isOld && !(await isLeftover(file, name))) continue;
      await rm(file, { force: true });
      count += 1;
    }
    return count;
  }

  async #names(): Promise<string[]> {
    return readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
  }
}

function following(place: string, segmentBytes: number): string {
  const perFile = 0x1_0000_0000n / BigInt(segmentBytes);
  const number = BigInt(`0x${place.slice(0, 8)}`) * perFile + BigInt(`0x${place.slice(8)}`) + 1n;
  return nameOf(0, number, segmentBytes).slice(8);
}

async function isLeftover(file: string, name: string): Promise<boolean> {
  if (!name.startsWith('.')) return false;
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > LEFTOVER_AFTER_MS;
}
