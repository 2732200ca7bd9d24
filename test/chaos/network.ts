import { execFile } from 'node:child_process';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What a process may be cut off from. */
export type Peer = 'redis' | 'postgres';
/** all: nothing passes. answers: what it sends arrives, and nothing comes back. requests: the other way round. */
export type Loss = 'all' | 'answers' | 'requests';

interface Way {
  /** The interface outside the namespace, and the addresses of both ends. */
  outside: string;
  inside: string;
  host: string;
  guest: string;
}

const LIMIT_MS = 10_000;
const NETWORK = { redis: 97, postgres: 98 } as const;

/**
 * A network namespace for each process, with a way of its own to Redis and one to PostgreSQL, which can be cut. Processes
 * reach each other through Redis alone. Needs root on Linux.
 */
export class Network {
  readonly #places: readonly { name: string; ways: Readonly<Record<Peer, Way>> }[];
  readonly #ports: Readonly<Record<Peer, number>>;
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  /** Why there is no delay and loss on the ways; null: there is. */
  noDelay: string | null = null;

  private constructor(places: number, ports: Readonly<Record<Peer, number>>) {
    const own = process.pid % 100_000;
    this.#ports = ports;
    this.#places = Array.from({ length: places }, (_, place) => {
      const way = (peer: Peer): Way => {
        const network = `10.${NETWORK[peer]}.${place + 1}`;
        const device = `w${peer[0]}${own}`;
        return {
          outside: `${device}o${place}`,
          inside: `${device}i${place}`,
          host: `${network}.1`,
          guest: `${network}.2`,
        };
      };
      return { name: `wasl-chaos-${own}-${place}`, ways: { redis: way('redis'), postgres: way('postgres') } };
    });
  }

  /** Says why this machine has no network namespaces; null when it has. */
  static async lacking(): Promise<string | null> {
    const name = `wasl-probe-${process.pid}`;
    try {
      await ip('netns', 'add', name);
      await ip('netns', 'delete', name);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message.trim() : String(error);
    }
  }

  /** @param ports On 127.0.0.1, of the services that the namespaces reach. */
  static async open(places: number, ports: Readonly<Record<Peer, number>>): Promise<Network> {
    const network = new Network(places, ports);
    try {
      await network.#build();
      return network;
    } catch (error) {
      await network.close();
      throw error;
    }
  }

  /** The beginning of a command that runs in the namespace of that place. */
  within(place: number): string[] {
    return ['ip', 'netns', 'exec', this.#place(place).name];
  }

  /** The host under which a service is reached from there. */
  hostOf(place: number, peer: Peer): string {
    return this.#place(place).ways[peer].host;
  }

  async cut(place: number, peer: Peer, loss: Loss): Promise<void> {
    const { outside, host, guest } = this.#place(place).ways[peer];
    if (loss === 'all') await ip('link', 'set', outside, 'down');
    else if (loss === 'answers') await ip('route', 'add', 'blackhole', `${guest}/32`);
    else await ip('-n', this.#place(place).name, 'route', 'add', 'blackhole', `${host}/32`);
  }

  async mend(place: number, peer: Peer, loss: Loss): Promise<void> {
    const { outside, host, guest } = this.#place(place).ways[peer];
    if (loss === 'all') await ip('link', 'set', outside, 'up');
    else if (loss === 'answers') await ip('route', 'delete', 'blackhole', `${guest}/32`);
    else await ip('-n', this.#place(place).name, 'route', 'delete', 'blackhole', `${host}/32`);
  }

  async close(): Promise<void> {
    for (const server of this.#servers) server.close();
    for (const socket of this.#sockets) socket.destroy();
    for (const { name, ways } of this.#places) {
      for (const { outside, guest } of Object.values(ways)) {
        await ip('route', 'delete', 'blackhole', `${guest}/32`).catch(() => undefined);
        await ip('link', 'delete', outside).catch(() => undefined);
      }
      await ip('netns', 'delete', name).catch(() => undefined);
    }
  }

  async #build(): Promise<void> {
    for (const { name, ways } of this.#places) {
      await ip('netns', 'add', name);
      await ip('-n', name, 'link', 'set', 'lo', 'up');
      for (const peer of ['redis', 'postgres'] as const) {
        const { outside, inside, host, guest } = ways[peer];
        await ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', name);
        await ip('address', 'add', `${host}/24`, 'dev', outside);
        await ip('link', 'set', outside, 'up');
        await ip('-n', name, 'address', 'add', `${guest}/24`, 'dev', inside);
        await ip('-n', name, 'link', 'set', inside, 'up');
        await this.#delay(outside);
        await this.#pass(host, this.#ports[peer]);
      }
    }
  }

  async #delay(device: string): Promise<void> {
    if (this.noDelay !== null) return;
    try {
      const netem = ['netem', 'delay', '4ms', '2ms', 'loss', '0.5%'];
      await run('tc', ['qdisc', 'add', 'dev', device, 'root', ...netem], { timeout: LIMIT_MS });
    } catch (error) {
      this.noDelay = error instanceof Error ? (error.message.trim().split('\n').at(-1) ?? '') : String(error);
    }
  }

  /** The services listen on 127.0.0.1 only, which a namespace has for itself. */
  async #pass(host: string, port: number): Promise<void> {
    const server = createServer((client) => {
      const service = connect(port, '127.0.0.1');
      for (const socket of [client, service]) {
        this.#sockets.add(socket);
        socket.setNoDelay(true);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          this.#sockets.delete(socket);
          client.destroy();
          service.destroy();
        });
      }
      client.pipe(service).pipe(client);
    });
    this.#servers.push(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
  }

  #place(place: number) {
    const found = this.#places[place];
    if (found === undefined) throw new Error(`there is no place ${place}`);
    return found;
  }
}

async function ip(...args: string[]): Promise<void> {
  await run('ip', args, { timeout: LIMIT_MS });
}
