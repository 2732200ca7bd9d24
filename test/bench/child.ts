import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';

/** Another process of a bench, which answers one question at a time. */
export class BenchChild {
  readonly process: ChildProcess;
  readonly #name: string;

  constructor(script: string, args: readonly string[] = [], env: Record<string, string> = {}) {
    this.#name = script;
    this.process = fork(join(projectRoot, 'test', 'bench', script), args, {
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, ...env },
    });
  }

  get pid(): number {
    return this.process.pid ?? -1;
  }

  /** Its next message. Rejects when it ends, or is silent for this long. */
  async next<T>(limitMs = 60_000): Promise<T> {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, AbortSignal.timeout(limitMs)]);
    const said = once(this.process, 'message', { signal }).then(([message]) => message as T);
    const ended = once(this.process, 'exit', { signal: over.signal }).then(([code]): never => {
      throw new Error(`${this.#name} ended with ${code}`);
    });
    try {
      return await Promise.race([said, ended]);
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError')
        throw new Error(`${this.#name} was silent for ${limitMs / 1_000} s`);
      throw error;
    } finally {
      over.abort();
      for (const left of [said, ended]) left.catch(() => undefined);
    }
  }

  ask<T>(question: object | string, limitMs?: number): Promise<T> {
    const answer = this.next<T>(limitMs);
    this.process.send(question);
    return answer;
  }

  /** Ends it at once: it has nothing to save. */
  async end(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
  }
}
