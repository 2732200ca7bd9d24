import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../db/root.ts';
import { type Rings, ringVariables } from '../../server/kernel/process/secret-config.ts';
import { killRecorded, stopLeftovers } from '../embedded/leftovers.ts';
import { portIsFree } from '../embedded/ports.ts';
import { loadSecrets } from '../embedded/secrets.ts';
import { CommandError, explain } from '../shared/command-error.ts';
import { announcement } from './announce.ts';
import { ApiGroup } from './api-group.ts';
import { baseUrl, type InstallationOptions } from './installation-options.ts';
import { acquireLock, type InstanceLock } from './instance-lock.ts';
import { type Kept, keepRunning } from './keep-running.ts';
import { prepareData } from './prepare-data.ts';
import { Progress } from './progress.ts';
import { askReadiness } from './readiness.ts';
import { forgetRunning, recordRunning } from './running.ts';
import { startServer } from './server-process.ts';
import { bringUpPostgres, bringUpRedis } from './services.ts';
import { STOP_SIGNALS, Stopped, StopRequest } from './stop-request.ts';

/** A program that is started once the installation is up: a client like any other, and stopped before it. */
export interface Companion {
  /** Added to the environment of the service's processes. */
  readonly environment: Readonly<Record<string, string>>;
  /** Printed before it starts, and after it has exited on its own. */
  readonly beforehand: string;
  readonly afterwards: string;
  start(): RunningCompanion;
}

export interface RunningCompanion {
  readonly exited: Promise<unknown>;
  stop(): Promise<void>;
}

const SERVER_NAMES = { api: 'API', worker: 'Worker' } as const;
const API_READY_LIMIT_MS = 90_000;
/** A worker that cannot reach Redis gets ready once it can: the service writes on without it. */
const WORKER_READY_LIMIT_MS = 20_000;

/** Brings an installation up in order, keeps it up, and takes it down in reverse order. */
export class Supervisor {
  private readonly options: InstallationOptions;
  private readonly companion: Companion | undefined;
  private readonly runDir: string;
  private readonly logDir: string;
  private readonly progress = new Progress();
  private readonly owned: { name: string; kept: Pick<Kept, 'stop'> }[] = [];
  private apis: ApiGroup | undefined;
  private worker: Kept | undefined;
  /** Of every API and worker process that is started from now on. */
  private environment: NodeJS.ProcessEnv = {};
  private runningCompanion: RunningCompanion | undefined;
  private readonly stopRequest: StopRequest;
  private lock: InstanceLock | undefined;
  private exitCode = 0;

  constructor(options: InstallationOptions, companion?: Companion) {
    this.options = options;
    this.companion = companion;
    this.runDir = join(options.dataDir, 'run');
    this.logDir = join(options.dataDir, 'logs');
    this.stopRequest = new StopRequest(
      () => this.progress.say('\nStopping (Ctrl-C again stops at once) …'),
      () => this.stopAtOnce(),
      isOnTerminal() ? STOP_SIGNALS : STOP_SIGNALS.filter((name) => name !== 'SIGHUP'),
    );
    process.on('SIGUSR2', () => void this.replaceServers());
    // On a terminal it says that the terminal is gone; elsewhere, as services use it, that something is new.
    if (!isOnTerminal()) process.on('SIGHUP', () => void this.replaceServers());
  }

  /** Resolves with the exit code once everything has stopped. */
  async run(): Promise<number> {
    const { options } = this;
    mkdirSync(options.dataDir, { recursive: true });
    this.lock = acquireLock(
      join(this.runDir, 'supervisor.lock'),
      `Wasl is already running: ${baseUrl(options)}`,
    );
    try {
      await this.bringUp();
      await this.stopRequest.wait();
    } catch (error) {
      if (!(error instanceof Stopped) && !this.stopRequest.signal.aborted) {
        this.exitCode = 1;
        process.stderr.write(`\n${explain(error)}\n`);
      }
    } finally {
      await this.takeDown();
    }
    return this.exitCode;
  }

  private async bringUp(): Promise<void> {
    const { options, progress, stopRequest } = this;
    mkdirSync(this.logDir, { recursive: true });
    await this.clearTheWay();
    const secrets = loadSecrets(options.dataDir);
    const context = {
      options,
      secrets,
      projectRoot,
      runDir: this.runDir,
      logDir: this.logDir,
      progress,
      signal: stopRequest.signal,
      onGivenUp: () => this.giveUp(),
      own: (name: string, kept: Kept) => this.owned.push({ name, kept }),
    };
    const { ownerUrl, url: databaseUrl } = await bringUpPostgres(context);
    stopRequest.check();
    const redisUrl = await bringUpRedis(context);
    stopRequest.check();
    const env = {
      ...serviceEnvironment(options, { databaseUrl, redisUrl, rings: secrets.rings }),
      ...this.companion?.environment,
    };
    this.environment = env;
    const demo = await prepareData(options, env, ownerUrl, projectRoot, progress, stopRequest);
    await this.bringUpServers(env);
    stopRequest.check();
    recordRunning(this.runDir, {
      databaseUrl,
      redisUrl,
      address: baseUrl(options),
      ...(demo === undefined ? {} : { adminAuthenticatorKey: demo.adminAuthenticatorKey }),
    });
    progress.say(announcement(options, demo));
    this.startCompanion();
  }

  /** When it exits on its own, the service continues. */
  private startCompanion(): void {
    const { companion, progress, stopRequest } = this;
    if (companion === undefined) return;
    progress.say(companion.beforehand);
    this.runningCompanion = companion.start();
    void this.runningCompanion.exited.then(() => {
      if (!stopRequest.signal.aborted) progress.say(companion.afterwards);
    });
  }

  /** Stops what a killed run left behind, then makes sure that the port is ours to take. */
  private async clearTheWay(): Promise<void> {
    const left = await stopLeftovers(this.runDir);
    if (left.length > 0)
      this.progress.say(`Stopped what an earlier run had left running: ${left.join(', ')}.`);
    await this.refuseTakenPort();
  }

  private async refuseTakenPort(): Promise<void> {
    const { host, port } = this.options;
    if (await portIsFree(host, port)) return;
    throw new CommandError(
      `Port ${port} on ${host} is taken by another program, or may not be used. Choose another one: npm start -- --port ${port + 1}`,
    );
  }

  /** The API first: its readiness also reports whether the worker is running. */
  private async bringUpServers(env: NodeJS.ProcessEnv): Promise<void> {
    const { progress, options } = this;
    const base = baseUrl(options);
    // Again: another installation that was started at the same time may have been faster.
    await this.refuseTakenPort();
    await progress.step(
      'API',
      () =>
        options.processes > 1
          ? this.keepApis(env)
          : this.keepServer('api', env, async () => (await askReadiness(base)).api),
      () => `ready on ${base}${options.processes > 1 ? `, ${options.processes} processes` : ''}`,
    );
    this.stopRequest.check();
    await progress.step(
      'Worker',
      () => this.keepServer('worker', env, async () => (await askReadiness(base)).worker),
      () => 'running',
    );
  }

  private async keepServer(
    kind: 'api' | 'worker',
    env: NodeJS.ProcessEnv,
    isReady: () => Promise<boolean>,
  ): Promise<void> {
    const settings = {
      ...this.serverSettings(env),
      kind,
      logFile: join(this.logDir, `${kind}.log`),
      isReady,
      readyLimitMs: kind === 'api' ? API_READY_LIMIT_MS : WORKER_READY_LIMIT_MS,
      mustBeReady: kind === 'api',
    };
    const name = SERVER_NAMES[kind];
    const kept = await keepRunning({
      name,
      start: () => startServer(settings),
      say: settings.say,
      onGivenUp: () => this.giveUp(),
    });
    this.owned.push({ name, kept });
    if (kind === 'worker') this.worker = kept;
  }

  private async keepApis(env: NodeJS.ProcessEnv): Promise<void> {
    const { host, port, processes } = this.options;
    const group = new ApiGroup({
      host,
      port,
      processes,
      server: { ...this.serverSettings(env), readyLimitMs: API_READY_LIMIT_MS },
      logDir: this.logDir,
      onGivenUp: () => this.giveUp(),
    });
    await group.start();
    this.owned.push({ name: SERVER_NAMES.api, kept: group });
    this.apis = group;
  }

  private serverSettings(env: NodeJS.ProcessEnv) {
    return {
      program: join(projectRoot, 'dist', 'server', 'main.js'),
      cwd: projectRoot,
      env,
      runDir: this.runDir,
      verbose: this.options.verbose,
      say: (line: string) => this.progress.say(line),
      signal: this.stopRequest.signal,
    };
  }

  /** A rolling restart, for a new build or other secrets. */
  private async replaceServers(): Promise<void> {
    if (this.apis === undefined) {
      this.progress.say('Nothing replaced: a restart without a gap needs --processes 2 or more.');
      return;
    }
    this.progress.say('Replacing the API processes one after the other …');
    try {
      Object.assign(this.environment, secretsOf(this.options, loadSecrets(this.options.dataDir).rings));
      await this.apis.replace();
      await this.worker?.replace();
      this.progress.say('Worker replaced.');
    } catch (error) {
      this.progress.say(`Not replaced: ${explain(error)}`);
    }
  }

  private giveUp(): void {
    this.exitCode = 1;
    this.stopRequest.ask();
  }

  /** The API and the worker end together, then Redis, then PostgreSQL. */
  private async takeDown(): Promise<void> {
    const began = Date.now();
    await this.runningCompanion?.stop();
    const isServer = ({ name }: { name: string }) => name === 'API' || name === 'Worker';
    await Promise.all(this.owned.filter(isServer).map(({ kept }) => kept.stop(false)));
    for (const { kept } of this.owned.filter((entry) => !isServer(entry)).reverse()) await kept.stop(false);
    forgetRunning(this.runDir);
    this.lock?.release();
    if (this.owned.length > 0) this.progress.say(`Stopped (${((Date.now() - began) / 1000).toFixed(1)} s).`);
  }

  private stopAtOnce(): void {
    this.progress.say('Stopping at once.');
    killRecorded(this.runDir);
    forgetRunning(this.runDir);
    this.lock?.release();
    process.exit(1);
  }
}

function isOnTerminal(): boolean {
  return [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
}

/** What the API and the worker find in their environment. */
function serviceEnvironment(
  options: InstallationOptions,
  made: { databaseUrl: string; redisUrl: string; rings: Rings },
): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...secretsOf(options, made.rings),
    NODE_ENV: options.mode,
    HOST: options.host,
    API_PROCESSES: process.env.API_PROCESSES ?? String(options.processes),
    PORT: String(options.port),
    DATA_DIR: options.dataDir,
    UPLOADS_DIR: join(options.dataDir, 'uploads'),
    DATABASE_URL: made.databaseUrl,
    // Who gets into a process must not find the owner's password there.
    DATABASE_OWNER_URL: undefined,
    REDIS_URL: made.redisUrl,
    DEMO: options.demo ? '1' : '0',
  };
}

/** The installation's own secrets, unless the operator provides them, as production requires. */
function secretsOf({ mode }: InstallationOptions, rings: Rings): NodeJS.ProcessEnv {
  if (mode === 'production') return {};
  const own = Object.entries(ringVariables(rings));
  return Object.fromEntries(own.map(([name, value]) => [name, process.env[name] ?? value]));
}
