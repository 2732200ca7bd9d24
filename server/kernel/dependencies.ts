import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Clock, Ids } from '../../actors/runtime/ports.ts';
import type { Database } from '../../db/database.ts';
import type { StaleReads } from '../../db/standby-reads.ts';
import type { ActorGateway } from './actors/actor-gateway.ts';
import type { Config } from './process/config.ts';
import type { Secrets } from './security/secrets.ts';
import type { Settings } from './settings/settings.ts';
import type { FileStore } from './uploads/file-store.ts';

/**
 * What the slices' handlers and services depend on. Created once in compose.ts; each slice picks the parts it needs.
 */
export interface Dependencies {
  config: Config;
  /** Pool for relational transactions and reads. Actor turns have their own pool. */
  database: Database;
  /** For the reads that docs/standby.md lists, which may be some seconds old. */
  stale: StaleReads;
  /** For short commands of the area `shared` (db/redis/areas.ts). */
  redis: Redis;
  clock: Clock;
  ids: Ids;
  secrets: Secrets;
  settings: Settings;
  /** Uploaded pictures. */
  files: FileStore;
  actors: ActorGateway;
  log: Logger;
}
