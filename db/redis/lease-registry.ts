import type { ActorRef } from '../../actors/runtime/machine.ts';

/** Durations in milliseconds. */
export interface LeaseTiming {
  /** Life of a lease in Redis without renewal. */
  ttl: number;
  /** How much earlier than Redis the holder itself considers its lease expired. */
  margin: number;
  heartbeat: number;
  /** Minimum age of Redis's memory for claims: leases lost when Redis was emptied have expired by then. */
  bootWait: number;
  /** After a loss, how long owners are not used. */
  dwell: number;
  /** An unrenewed claim expires after this time, so that Redis does not accumulate all actors. */
  ownTtl: number;
  /** Timeout of a request to Redis. */
  answer: number;
}

export const LEASE_TIMING: LeaseTiming = {
  ttl: 2_000,
  margin: 500,
  heartbeat: 500,
  bootWait: 3_000,
  dwell: 5_000,
  ownTtl: 600_000,
  answer: 400,
};

export interface TakenLease {
  /** Identifies the Redis memory that stores this lease; a change means that Redis was emptied. */
  boot: string;
  /** Milliseconds until claims are allowed. */
  claimableIn: number;
}

export type ClaimAnswer =
  /** The owner of each requested actor, in order. */
  | { kind: 'owners'; owners: string[] }
  /** Redis was emptied too recently. */
  | { kind: 'wait' }
  /** The claimant's lease is gone, or was in an earlier memory. */
  | { kind: 'lost' };

/**
 * Shared record of which process runs which actor; Redis in production. Every operation is atomic, safe to repeat, and
 * rejects within a bounded time when there is no answer.
 */
export interface LeaseRegistry {
  /** Creates a lease for a new incarnation. */
  take(incarnation: string): Promise<TakenLease>;
  /** False if there is no lease to renew: expired, or in another memory than `boot`. Never recreates a lease. */
  renew(incarnation: string, boot: string): Promise<boolean>;
  /** Whether the incarnation has a live lease. */
  lives(incarnation: string): Promise<boolean>;
  /** Makes the incarnation the owner of every actor without a live owner. */
  claim(incarnation: string, boot: string, refs: readonly ActorRef[]): Promise<ClaimAnswer>;
  /** The live owner of an actor; null if it has none. */
  ownerOf(ref: ActorRef): Promise<string | null>;
  /** Releases those of the actors that the incarnation owns. */
  release(incarnation: string, refs: readonly ActorRef[]): Promise<void>;
  /** Ends an incarnation's lease, so that its actors can be claimed. */
  drop(incarnation: string): Promise<void>;
}
