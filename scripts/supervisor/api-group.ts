import { join } from 'node:path';
import { SingleFlight } from '../../db/single-flight.ts';
import { freePort } from '../embedded/ports.ts';
import type { Service } from '../embedded/processes.ts';
import { Balancer } from './balancer.ts';
import { type KeepSettings, type Kept, keepRunning } from './keep-running.ts';
import { askReadiness } from './readiness.ts';
import { type ServerSettings, startServer } from './server-process.ts';

export interface ApiGroupSettings {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly processes: number;
  /** What every process of the group has in common. */
  readonly server: Omit<ServerSettings, 'kind' | 'name' | 'isReady' | 'mustBeReady' | 'logFile'>;
  readonly logDir: string;
  readonly onGivenUp: () => void;
  /** How often a process may crash, and how soon another one follows. */
  readonly restarts?: Pick<KeepSettings, 'limit' | 'windowMs' | 'firstPauseMs'>;
}

/** Milliseconds that requests under way have before their process is asked to stop. */
const FINISH_TIMEOUT_MS = 10_000;

/** Several API processes behind one port, each kept running and each replaceable without a client noticing. */
export class ApiGroup {
  readonly #settings: ApiGroupSettings;
  readonly #balancer = new Balancer();
  readonly #places: Kept[] = [];
  readonly #replacing = new SingleFlight();
  #stopping = false;

  constructor(settings: ApiGroupSettings) {
    this.#settings = settings;
  }

  /** Processes that serve: all of them, unless one has just crashed. */
  get serving(): number {
    return this.#balancer.serving;
  }

  /** Resolves with the port once every process answers. Throws when one does not come up; none is left running then. */
  async start(): Promise<number> {
    const { processes, host, port } = this.#settings;
    const starts = Array.from({ length: processes }, (_, index) => this.#keep(index + 1));
    const outcomes = await Promise.allSettled(starts);
    try {
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      return await this.#balancer.listen(host, port);
    } catch (error) {
      await this.stop(false);
      throw error;
    }
  }

  /** Replaces the processes one after the other. Stops at the first that does not come up: the others stay as they are. */
  replace(): Promise<void> {
    return this.#replacing.run(() => this.#replaceAll());
  }

  async stop(force: boolean): Promise<void> {
    this.#stopping = true;
    this.#balancer.refuse();
    await Promise.all(this.#places.map((kept) => kept.stop(force)));
    await this.#replacing.settled();
    this.#balancer.close();
  }

  async #replaceAll(): Promise<void> {
    const { say } = this.#settings.server;
    for (const [index, kept] of this.#places.entries()) {
      if (this.#stopping) return;
      await kept.replace();
      say(`API ${index + 1} of ${this.#places.length} replaced.`);
    }
  }

  async #keep(place: number): Promise<void> {
    const { server, onGivenUp, restarts } = this.#settings;
    const name = `API ${place}`;
    const start = () => this.#startOne(place);
    const kept = await keepRunning({ name, start, say: server.say, onGivenUp, ...restarts });
    this.#places[place - 1] = kept;
  }

  /** A process on a port of its own, which gets requests as soon as it is ready, and none once it is to stop. */
  async #startOne(place: number): Promise<Service> {
    const { server, logDir } = this.#settings;
    const port = await freePort();
    const name = `api-${place}`;
    const service = await startServer({
      ...server,
      kind: 'api',
      name,
      env: { ...server.env, ...behindBalancer(server.env, port) },
      logFile: join(logDir, `${name}.log`),
      isReady: async () => (await askReadiness(`http://127.0.0.1:${port}`)).api,
      mustBeReady: true,
    });
    const backend = this.#balancer.use(place, port);
    void service.exited.then(() => this.#balancer.retire(backend, 0));
    return {
      exited: service.exited,
      stop: async (force) => {
        if (!force) await this.#balancer.retire(backend, FINISH_TIMEOUT_MS);
        await service.stop(force);
      },
    };
  }
}

/** The API is reached through the balancer alone, which forwards the client's address as proxies do. */
function behindBalancer(env: NodeJS.ProcessEnv, port: number): NodeJS.ProcessEnv {
  const proxies = [env.TRUSTED_PROXIES ?? '', 'loopback'].filter((entry) => entry !== '').join(',');
  return { HOST: '127.0.0.1', PORT: String(port), TRUSTED_PROXIES: proxies };
}
