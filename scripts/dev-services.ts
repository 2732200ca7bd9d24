// `npm run dev:services`: PostgreSQL and Redis for tests run by hand, on fixed ports, until Ctrl-C.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../db/root.ts';
import { startTestServices } from './embedded/test-services.ts';
import { explain } from './shared/fault.ts';

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: join(projectRoot, '.data', 'dev') },
    'postgres-port': { type: 'string', default: '55432' },
    'redis-port': { type: 'string', default: '56379' },
  },
});

try {
  await main(resolve(values['data-dir']), Number(values['postgres-port']), Number(values['redis-port']));
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}

async function main(dataDir: string, postgresPort: number, redisPort: number): Promise<void> {
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
