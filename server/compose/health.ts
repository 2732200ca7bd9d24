import type { Request, Response } from 'express';
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
  /** Rejects unless Redis answers, on a cluster for every area. */
  redisAnswers(): Promise<void>;
  /** Whether a worker has sent a heartbeat within the last seconds. */
  workerAlive(): Promise<boolean>;
  /** Whether this process's clock agrees with the database's. */
  clockRight(): boolean;
}

type Check = 'up' | 'down';
const CHECK_TIMEOUT_MS = 2_000;
/** For so long all askers are given what one found, so that asking often costs nothing but the answer. */
const SHARED_MS = 500;

/** Liveness: answers while the process is up, with the domain clock, which simulations follow. */
export function health({ clock, clockRate }: Pick<HealthOptions, 'clock' | 'clockRate'>) {
  return (_: Request, res: Response): void => {
    res.json({ status: 'ok', clock: { now: clock.now().toISOString(), rate: clockRate } });
  };
}

/**
 * Readiness: 200 while the database answers and the clock agrees with it, otherwise 503. Redis, the worker and the picture store are reported but do
 * not decide. Without a budget, since a balancer must never be refused; what was found is shared for half a second.
 */
export function ready({
  health: options,
  files,
}: {
  health: HealthOptions;
  files: Pick<FileStore, 'check'>;
}) {
  let shared: { checks: Promise<Record<string, Check>>; until: number } | null = null;
  const look = async () => {
    const [database, redis, worker, uploads] = await Promise.all([
      check(() => ping(options.database)),
      check(() => options.redisAnswers()),
      check(async () => {
        if (!(await options.workerAlive())) throw new Error('no heartbeat');
      }),
      check(() => files.check()),
    ]);
    return { database, clock: options.clockRight() ? 'up' : 'down', redis, worker, uploads } as const;
  };
  return async (_: Request, res: Response): Promise<void> => {
    const now = performance.now();
    if (shared === null || now >= shared.until) shared = { checks: look(), until: now + SHARED_MS };
    const checks = await shared.checks;
    const up = checks.database === 'up' && checks.clock === 'up';
    res.status(up ? 200 : 503).json({ status: up ? 'ready' : 'degraded', checks });
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
