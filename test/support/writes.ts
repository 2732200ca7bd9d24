import type { Database } from '../../db/database.ts';
import { acquire, release } from '../../db/lease.ts';

/** How often the only connection of a pool wrote to its socket during the work: once per round trip. */
export async function writesDuring(database: Database, work: () => Promise<unknown>): Promise<number> {
  const connection = await acquire(database);
  const { stream } = connection.connection;
  await release(database, connection);
  let writes = 0;
  const counted =
    <A extends unknown[]>(write: (...args: A) => void) =>
    (...args: A) => {
      writes += 1;
      write.apply(stream, args);
    };
  const { _write, _writev } = stream;
  Object.assign(stream, { _write: counted(_write), _writev: _writev && counted(_writev) });
  try {
    await work();
  } finally {
    Object.assign(stream, { _write, _writev });
  }
  return writes;
}
