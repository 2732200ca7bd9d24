import type { Browser, Page } from 'playwright-core';
import { type Line, percentile } from './report.ts';

/** Processor time in milliseconds. */
const MAX_TASK_MS = 16;
/** Most tasks of a page do next to nothing, and would hide the others: these are left out. */
const SOMETHING = 1;

interface TraceEvent {
  name: string;
  ph: string;
  tid: number;
  pid: number;
  /** Microseconds. */
  dur?: number;
  /** Processor time, without what other processes on the machine took. */
  tdur?: number;
  args?: { name?: string };
}

/** A task of a page's main thread, in milliseconds. */
export interface PageTask {
  /** Elapsed time, including whatever else the machine did meanwhile. */
  clock: number;
  processor: number;
}

/** What the page's main thread runs while `work` lasts. */
export async function tasksDuring(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<PageTask[]> {
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'toplevel'],
  });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  const main = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && main.has(`${pid} ${tid}`))
    .map(({ dur = 0, tdur = 0 }) => ({ clock: dur / 1_000, processor: tdur / 1_000 }));
}

/** Of all tasks, to which the limit applies, and of those that do something, which is harder. */
export function taskLines(tasks: readonly PageTask[]): Line[] {
  const busy = tasks.filter(({ processor }) => processor > SOMETHING);
  const judged = (what: string, some: readonly PageTask[]): Line => {
    const p95 = percentile(
      some.map(({ processor }) => processor),
      0.95,
    );
    return { what, bar: `< ${MAX_TASK_MS} ms`, value: ms(p95), ok: p95 < MAX_TASK_MS };
  };
  const of = (some: readonly number[], shares: readonly number[]) =>
    shares.map((share) => ms(percentile(some, share))).join(', ');
  return [
    judged(`all ${tasks.length} tasks of the main thread, processor, p95`, tasks),
    judged(`those ${busy.length} over ${SOMETHING} ms, processor, p95`, busy),
    plain(
      'the same, p50, p99, longest',
      of(
        busy.map(({ processor }) => processor),
        [0.5, 0.99, 1],
      ),
    ),
    plain(
      'the same on the clock, p50, p95',
      of(
        busy.map(({ clock }) => clock),
        [0.5, 0.95],
      ),
    ),
  ];
}

/** How busy a thread was that worked for `worked` during `watched`; both in milliseconds. */
export function shareLine(what: string, worked: number, watched: number): Line {
  return plain(what, `${((worked / watched) * 100).toFixed(0)} % of a core`);
}

export function workOf(tasks: readonly PageTask[]): number {
  return tasks.reduce((sum, { processor }) => sum + processor, 0);
}

/** A value without a limit. */
export function plain(what: string, value: string): Line {
  return { what, bar: '', value, ok: null };
}

export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`;
}

/** Runs in the page, which marks when it has drawn what: milliseconds from the navigation to that mark. */
export const paintedAt = (mark: string) => performance.getEntriesByName(mark)[0]?.startTime ?? 0;
/** Runs in the page. */
export const isPainted = (mark: string) => performance.getEntriesByName(mark).length > 0;
