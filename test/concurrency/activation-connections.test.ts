import { once } from 'node:events';
import { createServer, connect as open, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { v7 as uuidv7 } from 'uuid';
import type { ActorRef } from '../../actors/runtime/machine.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { PgGroupStore } from '../../db/stores/group-store.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** A proxy to PostgreSQL that can be cut without a closing message, as when a server crashes. */
class CuttableWay {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor(to: URL) {
    this.#server = createServer((near) => {
      const far = open(Number(to.port), to.hostname);
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => this.#sockets.delete(socket));
      }
      near.pipe(far).pipe(near);
    });
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

describe('the connections of owners', () => {
  let database: TestDatabase;
  let beside: Database;
  let way: CuttableWay;
  let store: PgGroupStore;

  before(async () => {
    database = await createTestDatabase({ catalogue: false });
    beside = openDatabase(database.url, { name: 'test-beside', max: 2 });
    const url = new URL(database.url);
    way = new CuttableWay(new URL(database.url));
    url.port = String(await way.listen());
    store = new PgGroupStore(url.href, { name: 'test-cut', writes: 1, reads: 1 });
  });

  after(async () => {
    await store.close();
    await way.close();
    await beside.destroy();
    await database.drop();
  });

  it('are replaced when they break during a statement: that one fails, and the process continues', async () => {
    const ref: ActorRef = { kind: 'zone', key: uuidv7() };
    await beside('actor').insert({ ...ref, version: 0, epoch: 0, schema: 1, state: {} });
    const holder = await beside.transaction();
    await holder.raw('SELECT 1 FROM actor WHERE kind = ? AND key = ? FOR UPDATE', [ref.kind, ref.key]);
    const activation = store.activate(ref).then(
      () => 'activated',
      (error: unknown) => String(error),
    );
    await until(async () => {
      const { rowCount } = await beside.raw<{ rowCount: number }>(
        `SELECT 1 FROM pg_stat_activity WHERE application_name = 'test-cut' AND wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
    way.cut();
    expect(await activation).to.match(/terminated unexpectedly/);
    await holder.rollback();
    expect(await store.activate(ref)).to.include({ version: 0 });
  });
});
