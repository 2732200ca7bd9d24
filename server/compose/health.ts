import type { Request, Response } from 'express';
import type { Redis } from 'ioredis';
import type { Clock } from '../../actors/runtime/ports.ts';
import type { Database } from '../../db/database.ts';
import { settledWithin } from '../../db/deadline.ts';
import type { FileStore } from '../kernel/uploads/file-store.ts';
import { ping } from './database-store.ts';

export interface HealthOptions {
  /** Domain time, and how fast it runs. */
  clock: Clock;
  clockRate: number;
  database: Database;
  redis: Redis;
  /** Whether a worker has sent a heartbeat within the last seconds. */
  workerAlive(): Promise<boolean>;
}

type Check = 'up' | 'down';
const CHECK_TIMEOUT_MS = 2_000;

/** Liveness: answers while the process is up, with the domain clock, which simulations follow. */
export function health({ clock, clockRate }: Pick<HealthOptions, 'clock' | 'clockRate'>) {
  return (_: Request, res: Response): void => {
    res.json({ status: 'ok', clock: { now: clock.now().toISOString(), rate: clockRate } });
  };
}

/**
 * Readiness: 200 while the database answers, otherwise 503. Redis, the worker and the picture store are reported but do
 * not decide.
 */
export function ready({
  health: options,
  files,
}: {
  health: HealthOptions;
  files: Pick<FileStore, 'check'>;
}) {
  return async (_: Request, res: Response): Promise<void> => {
    const [database, redis, worker, uploads] = await Promise.all([
      check(() => ping(options.database)),
      check(() => options.redis.ping()),
      check(async () => {
        if (!(await options.workerAlive())) throw new Error('no heartbeat');
      }),
      check(() => files.check()),
    ]);
    const up = database === 'up';
    res
      .status(up ? 200 : 503)
      .json({ status: up ? 'ready' : 'degraded', checks: { database, redis, worker, uploads } });
  };
}

function check(work: () => PromiseLike<unknown>): Promise<Check> {
  const outcome = Promise.resolve()
    .then(work)
    .then(
      (): Check => 'up',
      (): Check => 'down',
    );
  return settledWithin(outcome, CHECK_TIMEOUT_MS, 'down');
}
