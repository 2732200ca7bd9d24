// `npm run dev:services`: runs PostgreSQL and Redis on fixed ports until Ctrl-C, for running single tests by hand.
import { join, resolve } from 'node:path';
import { projectRoot } from '../db/root.ts';
import { startTestServices } from './embedded/test-services.ts';
import { readCommandLine, readWholeNumber, runCommand } from './shared/command-line.ts';

const USAGE = `Usage: npm run dev:services [-- --data-dir DIR] [--postgres-port N] [--redis-port N]

Runs PostgreSQL and Redis until Ctrl-C, for running single tests by hand, and prints their addresses as TEST_DATABASE_URL
and TEST_REDIS_URL. Their data is not kept.
  --data-dir DIR     folder of their data; emptied at every start (.data/dev)
  --postgres-port N  port of PostgreSQL (55432)
  --redis-port N     port of Redis (56379)`;

await runCommand(async () => {
  const { values } = readCommandLine({
    usage: USAGE,
    options: {
      'data-dir': { type: 'string', default: join(projectRoot, '.data', 'dev') },
      'postgres-port': { type: 'string', default: '55432' },
      'redis-port': { type: 'string', default: '56379' },
    },
  });
  const port = (name: 'postgres-port' | 'redis-port') =>
    readWholeNumber(name, values[name], { min: 1, max: 65_535 });
  await serve(resolve(values['data-dir']), port('postgres-port'), port('redis-port'));
  return 0;
});

async function serve(dataDir: string, postgresPort: number, redisPort: number): Promise<void> {
  const stopped = new Promise<void>((done) => {
    process.on('SIGINT', () => done()).on('SIGTERM', () => done());
  });
  const services = await startTestServices({
    dataDir,
    redisDistDir: join(projectRoot, '.data', 'redis-dist'),
    projectRoot,
    postgresPort,
    redisPort,
    say: (line) => process.stderr.write(`Redis: ${line}\n`),
  });
  console.log(`export TEST_DATABASE_URL=${services.databaseUrl}\nexport TEST_REDIS_URL=${services.redisUrl}`);
  await stopped;
  await services.stop();
}
