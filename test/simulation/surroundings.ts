import type { ActorRef } from '../../actors/runtime/machine.ts';
import type { LeaseTiming } from '../../db/redis/lease-registry.ts';
import type { Chance } from '../../scripts/shared/chance.ts';
import type { SharedMemory } from '../support/memory-lease-registry.ts';
import type { Audit } from './audit.ts';
import type { SimDatabase } from './database.ts';
import type { Link } from './network.ts';
import type { SimSwitchboard } from './redis.ts';
import type { Schedule } from './schedule.ts';

/** What a process of a simulation finds around it. */
export interface Surroundings {
  readonly random: Chance;
  readonly schedule: Schedule;
  readonly audit: Audit;
  readonly database: SimDatabase;
  readonly links: { group: Link; turns: Link; work: Link; reads: Link; redis: Link };
  readonly memory: SharedMemory;
  readonly switchboard: SimSwitchboard;
  readonly timing: LeaseTiming;
  /** The account that counts transfers that arrived. */
  readonly tally: ActorRef;
  /** Whether faults may still happen. */
  faulty: () => boolean;
  /** A UUID from this world's own counter. */
  newId(): string;
}
