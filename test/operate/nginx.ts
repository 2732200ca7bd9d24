import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { libraryFolders, unpackDebianPackages } from '../../scripts/embedded/debian-packages.ts';
import { onPath } from '../../scripts/embedded/redis-binary.ts';
import { lastLines, run } from '../../scripts/embedded/run.ts';
import { until } from '../../scripts/shared/waiting.ts';

const ADVICE = 'Install it: apt-get install nginx.';

interface Program {
  file: string;
  env: NodeJS.ProcessEnv;
}

/** nginx of this machine, else from Debian's packages, unpacked below `.data`. */
async function locateNginx(): Promise<Program> {
  const installed = onPath('nginx', `${process.env.PATH}:/usr/sbin`);
  if (installed !== undefined) return { file: installed, env: process.env };
  const distDir = path.join(projectRoot, '.data', 'nginx-dist');
  const file = path.join(distDir, 'usr', 'sbin', 'nginx');
  if (!existsSync(file))
    await unpackDebianPackages({ name: 'nginx', packages: ['nginx'], distDir, advice: ADVICE });
  return { file, env: { ...process.env, LD_LIBRARY_PATH: libraryFolders(distDir).join(':') } };
}

/** A real nginx with one `server` block, in the foreground and without root. */
export class Nginx {
  readonly #program: Program;
  readonly #arguments: readonly string[];
  readonly #process: ChildProcess;
  readonly #errorLog: string;

  private constructor(program: Program, folder: string, config: string) {
    this.#program = program;
    this.#errorLog = path.join(folder, 'error.log');
    this.#arguments = ['-p', folder, '-c', config, '-e', this.#errorLog];
    const options = { env: program.env, stdio: 'ignore' } as const;
    this.#process = spawn(program.file, [...this.#arguments, '-g', 'daemon off;'], options);
  }

  /**
   * @param server Directives of the server block.
   * @param isReady Whether a request to it is answered.
   * @param http Directives beside it.
   */
  static async start(
    folder: string,
    server: string,
    isReady: () => Promise<boolean>,
    http = '',
  ): Promise<Nginx> {
    mkdirSync(path.join(folder, 'tmp'), { recursive: true });
    const config = path.join(folder, 'nginx.conf');
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    writeFileSync(
      config,
      `pid nginx.pid;
worker_processes 2;
worker_rlimit_nofile 8192;
events { worker_connections 4096; }
http {
  access_log off;
  ${http}
  ${places.map((place) => `${place}_temp_path tmp/${place};`).join('\n  ')}
  server {
    ${server}
  }
}
`,
    );
    const nginx = new Nginx(await locateNginx(), folder, config);
    try {
      await until(isReady, { limitMs: 20_000, everyMs: 50 });
    } catch {
      await nginx.stop();
      throw new Error(`nginx does not answer: ${lastLines(nginx.#errorLog)}`);
    }
    return nginx;
  }

  /** A shell command that has it read its certificates again, as `systemctl reload nginx` does. */
  get reloadCommand(): string {
    const { file, env } = this.#program;
    const libraries = env.LD_LIBRARY_PATH === undefined ? '' : `LD_LIBRARY_PATH='${env.LD_LIBRARY_PATH}' `;
    return `${libraries}${[file, ...this.#arguments].map((each) => `'${each}'`).join(' ')} -s reload`;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.kill('SIGQUIT');
    const kill = setTimeout(() => this.#process.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(kill);
  }
}

/** Runs openssl; throws with what it printed. */
export async function openssl(folder: string, ...args: string[]): Promise<void> {
  const done = await run('openssl', args, { limitMs: 30_000, cwd: folder });
  if (!done.ok) throw new Error(`openssl ${args.join(' ')}: ${done.output}`);
}
