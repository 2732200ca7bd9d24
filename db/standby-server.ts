import type { DatabaseHost } from './database-hosts.ts';
import { type Chooser, type ChosenServer, clientsOf, type ServerFacts } from './server-client.ts';

/** A server that is connected to only while it is a standby. Connections stay if it is promoted then. */
export class StandbyServer implements Chooser, ChosenServer {
  readonly Client = clientsOf(this);
  readonly #host: DatabaseHost;

  constructor(host: DatabaseHost) {
    this.#host = host;
  }

  get url(): string {
    return this.#host.url;
  }

  choose(): Promise<DatabaseHost> {
    return Promise.resolve(this.#host);
  }

  admit({ name }: DatabaseHost, { standby }: ServerFacts): void {
    if (!standby) throw new Error(`${name} is not a standby`);
  }

  /** Whether it may be read from is judged by `PrimaryWatch`. */
  doubt(): void {}
}
