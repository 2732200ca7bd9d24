import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../db/root.ts';
import { freePort } from '../../scripts/embedded/ports.ts';
import { pause, until } from '../../scripts/shared/waiting.ts';

/** What an attack does to the process that it meets. */
export interface Harm {
  /** Milliseconds. */
  loopBlocked: number;
  /** Bytes of resident memory, beyond those before. */
  memory: number;
}

/** Milliseconds: what the process writes about itself comes so much later. */
const WRITTEN_WITHIN_MS = 300;

/** An API process from a tree of sources, which tells how its event loop and its memory are. */
export class AttackedProcess {
  readonly url: string;
  readonly #file: string;
  readonly #kill: () => Promise<void>;

  static async start(root: string, environment: Record<string, string>): Promise<AttackedProcess> {
    const port = await freePort();
    const file = join(projectRoot, '.data', 'attacks', `loop-${port}.txt`);
    writeFileSync(file, '');
    const watch = pathToFileURL(join(projectRoot, 'test', 'attacks', 'watch-loop.mjs')).href;
    const child = spawn(process.execPath, ['--import', 'tsx', '--import', watch, 'server/main.ts', 'api'], {
      cwd: root,
      env: { ...process.env, ...environment, PORT: String(port), WASL_LOOP_FILE: file },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const exited = once(child, 'exit');
    const kill = async () => {
      child.kill('SIGKILL');
      await exited;
    };
    const url = `http://127.0.0.1:${port}`;
    try {
      const ready = () =>
        fetch(`${url}/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      await until(ready, { limitMs: 60_000, failure: 'the attacked process is not ready' });
    } catch (error) {
      await kill();
      throw error;
    }
    return new AttackedProcess(url, file, kill);
  }

  private constructor(url: string, file: string, kill: () => Promise<void>) {
    this.url = url;
    this.#file = file;
    this.#kill = kill;
  }

  /** What the process went through while the work was done. */
  async during(work: () => Promise<unknown>): Promise<Harm> {
    await pause(WRITTEN_WITHIN_MS);
    const began = Date.now();
    const before = this.#written().at(-1)?.memory ?? 0;
    await work();
    // A blocked loop writes when it is free again.
    await pause(WRITTEN_WITHIN_MS);
    await until(() => (this.#written().at(-1)?.at ?? 0) > Date.now() - WRITTEN_WITHIN_MS, {
      limitMs: 60_000,
    });
    const found = this.#written().filter(({ at }) => at >= began);
    return {
      loopBlocked: Math.max(0, ...found.map(({ blocked }) => blocked)),
      memory: Math.max(0, ...found.map(({ memory }) => memory - before)),
    };
  }

  kill(): Promise<void> {
    return this.#kill();
  }

  #written(): { at: number; blocked: number; memory: number }[] {
    return readFileSync(this.#file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [at = 0, blocked = 0, memory = 0] = line.split(' ').map(Number);
        return { at, blocked, memory };
      });
  }
}
