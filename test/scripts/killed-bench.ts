// Run by killed-bench.test.ts: a bench that has started its PostgreSQL in the folder given, and is killed then.
import { startDurablePostgres } from '../bench/durable-postgres.ts';

const { pid } = await startDurablePostgres(process.argv[2]);
process.send?.(pid);
