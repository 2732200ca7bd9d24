import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../db/root.ts';
import { recordedProcesses, send, waitGone } from '../../../scripts/embedded/processes.ts';
import { ApiGroup } from '../../../scripts/supervisor/api-group.ts';
import { acquireLock, type InstanceLock } from '../../../scripts/supervisor/instance-lock.ts';
import { type Kept, keepRunning } from '../../../scripts/supervisor/keep-running.ts';
import { askReadiness } from '../../../scripts/supervisor/readiness.ts';
import { forgetRunning, recordRunning } from '../../../scripts/supervisor/running.ts';
import { startServer } from '../../../scripts/supervisor/server-process.ts';
import { prepareDemo } from '../../../server/demo/demo.ts';
import { importCatalogueFile } from '../../../server/marketplace/catalogue-import/catalogue-import.ts';

import { ChaosServices } from '../../chaos/services.ts';
import { ownProgram } from '../../support/own-program.ts';
import type { FaultTargets } from './havoc.ts';

export interface OwnInstallationOptions {
  /** Used by this day alone; its databases are removed at the end, its logs are kept. */
  folder: string;
  /** CLOCK_RATE. */
  rate: number;
  /** Number of API processes behind the one port. */
  processes: number;
  /** Added to what every such installation has. */
  environment?: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** Runs each step of the start, so that its progress can be shown. */
  step?: <T>(what: string, work: () => Promise<T>) => Promise<T>;
  /** Receives messages about a process. */
  say?: (line: string) => void;
}

const NAMESPACE = 'city';
const HOST = '127.0.0.1';
/** Killed processes come back soon, however often. */
const RESTARTS = { limit: 10, windowMs: 10_000, firstPauseMs: 100 };
const READY_TIMEOUT_MS = 180_000;
/** Each process has several pools. */
const CONNECTIONS_OF_PROCESS = 70;

/**
 * An installation of a run's own: PostgreSQL, Redis, API processes behind one port and a worker, made to be struck by
 * faults. While it runs it is the installation of its folder, like one started by `npm start`.
 */
export class OwnInstallation implements FaultTargets {
  readonly #options: OwnInstallationOptions;
  readonly #services: ChaosServices;
  readonly #lock: InstanceLock;
  readonly #runDir: string;
  #apis: ApiGroup | null = null;
  #worker: Kept | null = null;
  #url = '';
  #turn = 0;

  private constructor(options: OwnInstallationOptions, services: ChaosServices, lock: InstanceLock) {
    this.#options = options;
    this.#services = services;
    this.#lock = lock;
    this.#runDir = join(options.folder, 'run');
  }

  /** Starts everything; nothing is left running when it throws. */
  static async start(options: OwnInstallationOptions): Promise<OwnInstallation> {
    const { folder, signal, processes, step = (_, work) => work() } = options;
    mkdirSync(folder, { recursive: true });
    const lock = acquireLock(
      join(folder, 'run', 'supervisor.lock'),
      'Another run is under way in this folder',
    );
    try {
      const services = await step('PostgreSQL and Redis', () =>
        ChaosServices.start(folder, signal, {
          ...{ namespace: NAMESPACE, database: 'city' },
          maxConnections: (processes + 2) * CONNECTIONS_OF_PROCESS,
        }),
      );
      const own = new OwnInstallation(options, services, lock);
      try {
        await own.#comeUp(step);
        return own;
      } catch (error) {
        await own.stop();
        throw error;
      }
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  get url(): string {
    return this.#url;
  }

  get description(): string {
    const { processes, rate } = this.#options;
    return `${this.#services.description}, ${processes} API processes and a worker at ${rate}× time`;
  }

  get databaseUrl(): string {
    return this.#services.databaseUrl;
  }

  get logFolder(): string {
    return join(this.#options.folder, 'logs');
  }

  async killApi(): Promise<void> {
    const apis = recordedProcesses(this.#runDir).filter(({ name }) => name.startsWith('api-'));
    this.#turn += 1;
    await this.#kill(apis[this.#turn % Math.max(1, apis.length)]?.pid);
  }

  async killWorker(): Promise<void> {
    await this.#kill(recordedProcesses(this.#runDir).find(({ name }) => name === 'worker')?.pid);
  }

  killRedis(down: number): Promise<void> {
    return this.#services.killRedis(down);
  }

  emptyRedis(): Promise<void> {
    return this.#services.emptyRedis();
  }

  restartPostgres(): Promise<void> {
    return this.#services.restartPostgres();
  }

  async cutConnections(): Promise<void> {
    await this.#services.purgeConnections();
  }

  async isHealthy(): Promise<boolean> {
    if ((this.#apis?.serving ?? 0) < this.#options.processes) return false;
    const { api, worker } = await askReadiness(this.#url);
    return api && worker;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#apis?.stop(true), this.#worker?.stop(true)]);
    await this.#services.close();
    forgetRunning(this.#runDir);
    this.#lock.release();
  }

  async #comeUp(step: <T>(what: string, work: () => Promise<T>) => Promise<T>): Promise<void> {
    const { databaseUrl, redisUrl } = this.#services;
    const environment = environmentOf(this.#options, this.#services);
    const { adminAuthenticatorKey } = await step('Catalogue and demo accounts', async () => {
      await importCatalogueFile(databaseUrl, join(projectRoot, 'db', 'seeds', 'catalogue.json'), null);
      return prepareDemo(environment);
    });
    const { processes } = this.#options;
    await step(`${processes} API processes and the worker`, () => this.#startServers(environment));
    recordRunning(this.#runDir, { databaseUrl, redisUrl, address: this.#url, adminAuthenticatorKey });
  }

  async #kill(pid: number | undefined): Promise<void> {
    if (pid === undefined || !send(pid, 'SIGKILL')) return;
    await waitGone(pid, 5_000);
  }

  async #startServers(env: NodeJS.ProcessEnv): Promise<void> {
    const { processes, signal, say = () => undefined } = this.#options;
    const server = {
      ...{ cwd: projectRoot, env, runDir: this.#runDir, verbose: false, say, signal },
      ...{ readyLimitMs: READY_TIMEOUT_MS, ...ownProgram('server/main.ts') },
    };
    const onGivenUp = () => say('A process crashed too often and was given up.');
    const apis = new ApiGroup({
      ...{ host: HOST, port: 0, processes, server, logDir: this.logFolder, onGivenUp, restarts: RESTARTS },
    });
    this.#apis = apis;
    const worker = () =>
      startServer({
        ...server,
        kind: 'worker',
        logFile: join(this.logFolder, 'worker.log'),
        isReady: async () => (await askReadiness(this.#url)).worker,
        mustBeReady: false,
      });
    this.#url = `http://${HOST}:${await apis.start()}`;
    this.#worker = await keepRunning({ name: 'Worker', start: worker, say, onGivenUp, ...RESTARTS });
  }
}

function environmentOf(
  { rate, folder, environment }: OwnInstallationOptions,
  services: ChaosServices,
): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...{ NODE_ENV: 'development', HOST, PORT: '3000', DEMO: '1', LOG_LEVEL: 'info', DATA_DIR: folder },
    ...{ DATABASE_URL: services.databaseUrl, REDIS_URL: services.redisUrl, REDIS_NAMESPACE: NAMESPACE },
    ...{
      APP_SECRET: randomBytes(32).toString('base64url'),
      JWT_SECRET: randomBytes(32).toString('base64url'),
    },
    ...{ CLOCK_RATE: String(rate), TRUSTED_PROXIES: 'loopback' },
    ...environment,
  };
}
