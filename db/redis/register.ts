import type { ActorRef } from '../../actors/runtime/machine.ts';

/** Durations in milliseconds. */
export interface LeaseTiming {
  /** Life of a lease in Redis without renewal. */
  ttl: number;
  /** So much earlier than Redis the holder itself takes its lease for lapsed. */
  margin: number;
  heartbeat: number;
  /** Age of Redis's memory before anybody may claim: leases that an emptied Redis forgot have lapsed by then. */
  bootWait: number;
  /** After a loss, the time without sticky owners before they are tried again. */
  dwell: number;
  /** A claim nobody renews is forgotten, so that Redis does not keep every actor there ever was. */
  ownTtl: number;
  /** Longest wait for one answer of Redis. */
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
  /** Names the memory of Redis this lease stands in; another one means that Redis was emptied. */
  boot: string;
  /** Milliseconds until anybody may claim. */
  claimableIn: number;
}

export type ClaimAnswer =
  /** The owner of each actor asked for, in order. */
  | { kind: 'owners'; owners: string[] }
  /** Redis was emptied too recently. */
  | { kind: 'wait' }
  /** The claimant's lease is gone, or stood in a memory that is no more. */
  | { kind: 'lost' };

/**
 * The shared memory of who runs what; Redis in a real installation. Every operation is atomic, harmless when
 * repeated, and rejects within a bounded time when there is no answer.
 */
export interface OwnershipRegister {
  /** Enters a lease for an incarnation that never had one. */
  take(incarnation: string): Promise<TakenLease>;
  /** False when there is nothing to renew: lapsed, or in another memory than `boot`. Never revives a lease. */
  renew(incarnation: string, boot: string): Promise<boolean>;
  /** Whether the incarnation holds a lease. */
  lives(incarnation: string): Promise<boolean>;
  /** Makes the incarnation the owner of every actor whose owner is not live. */
  claim(incarnation: string, boot: string, refs: readonly ActorRef[]): Promise<ClaimAnswer>;
  /** The live owner of an actor; null when there is none. */
  ownerOf(ref: ActorRef): Promise<string | null>;
  /** Gives back those of the actors that the incarnation owns. */
  release(incarnation: string, refs: readonly ActorRef[]): Promise<void>;
  /** Ends an incarnation's lease: all it owned is free to claim. */
  drop(incarnation: string): Promise<void>;
}
