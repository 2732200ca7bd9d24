import { WaslError } from '../../actors/errors.ts';
import type { Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { lockAccount, proveOwner, refuseWrongFactor } from '../accounts/accounts.ts';
import { recordAudit } from '../kernel/audit/audit.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { SignedIn } from '../kernel/http/operation.ts';
import type { Obstacle, Person, PersonalData } from '../kernel/personal-data/personal-data.ts';
import {
  allowErasing,
  deleteOwedClosure,
  dueClosures,
  holdDueClosure,
  holdOwedClosure,
  insertClosure,
  noteObstacles,
  notePass,
  owedClosures,
} from './closure-store.ts';

export type PrivacyDependencies = Pick<Dependencies, 'config' | 'database' | 'secrets' | 'ids'>;

/** Proof that the request comes from the owner. */
export interface Proof {
  currentPassword?: string | undefined;
  mfaToken?: string | undefined;
}

/**
 * Closes an account in one transaction: either all personal data is erased, or nothing has happened. Throws
 * account.NOT_CLOSABLE, and the errors of `proveOwner`.
 */
export async function closeAccount(
  deps: PrivacyDependencies,
  parts: readonly PersonalData[],
  { caller, proof, requestId }: { caller: SignedIn; proof: Proof; requestId: string },
): Promise<void> {
  const { accountId } = caller;
  const { currentPassword, mfaToken } = proof;
  await proveOwner(deps, caller, { currentPassword, requestId });
  const refusal = await inTransaction(deps.database, async (trx) => {
    const doubt = await refuseWrongFactor(trx, deps, accountId, mfaToken);
    if (doubt !== null) return doubt;
    // Checked twice. The first check locks whatever could still become an order, in the usual locking order; then the
    // account is locked, so that nothing new is written for it; the second check sees what was written in between.
    for (const last of [false, true]) {
      const obstacles = await obstaclesOf(trx, parts, accountId);
      if (obstacles.length > 0) return notClosable(obstacles);
      if (!last && !(await lockAccount(trx, accountId))) return new WaslError('auth.UNAUTHENTICATED');
    }
    await eraseAll(trx, parts, accountId);
    await insertClosure(trx, accountId);
    await recordAudit(trx, {
      ...{
        by: caller,
        action: 'closeMyAccount',
        subjectType: 'ACCOUNT',
        subjectId: accountId,
        requestId,
        ip: null,
      },
    });
    return null;
  });
  if (refusal !== null) throw refusal;
}

/** Repeats the erasure for recently closed accounts, at most `limit`. Returns how many. */
export async function passAgain(
  { database }: Pick<Dependencies, 'database'>,
  parts: readonly PersonalData[],
  limit: number,
): Promise<number> {
  const accountIds = await dueClosures(database, limit);
  for (const accountId of accountIds) {
    await inTransaction(database, async (trx) => {
      if (!(await holdDueClosure(trx, accountId))) return;
      await eraseAll(trx, parts, accountId);
      await notePass(trx, accountId);
    });
  }
  return accountIds.length;
}

/**
 * Closes accounts that a restored database has open although their owners have closed them, as `closeAccount` does;
 * the promise was made, so nobody is asked again. One with an obstacle waits until that is settled: in the restored
 * past, an order may still be under way. Returns how many were closed.
 */
export async function closeOwed(
  { database }: Pick<Dependencies, 'database'>,
  parts: readonly PersonalData[],
  limit: number,
): Promise<number> {
  let closed = 0;
  for (const { accountId } of await owedClosures(database, limit)) {
    await inTransaction(database, async (trx) => {
      if (!(await holdOwedClosure(trx, accountId))) return;
      const early = await obstaclesOf(trx, parts, accountId);
      // One that is closed by now has nothing left to erase.
      if (early.length === 0 && (await lockAccount(trx, accountId))) {
        const late = await obstaclesOf(trx, parts, accountId);
        if (late.length > 0) return noteObstacles(trx, accountId, codesOf(late));
        await eraseAll(trx, parts, accountId);
        await insertClosure(trx, accountId);
        await recordAudit(trx, {
          ...{ by: null, action: 'closeAccountAgain', subjectType: 'ACCOUNT', subjectId: accountId },
          ...{ requestId: null, ip: null },
        });
      } else if (early.length > 0) return noteObstacles(trx, accountId, codesOf(early));
      await deleteOwedClosure(trx, accountId);
      closed += 1;
    });
  }
  return closed;
}

function codesOf(obstacles: readonly Obstacle[]): string[] {
  return obstacles.map(({ code }) => code);
}

async function obstaclesOf(
  trx: Transaction,
  parts: readonly PersonalData[],
  accountId: string,
): Promise<Obstacle[]> {
  const obstacles: Obstacle[] = [];
  for (const part of parts) obstacles.push(...((await part.obstacles?.(trx, accountId)) ?? []));
  return obstacles;
}

/** Finds everything that identifies the person before erasing any of it. */
async function eraseAll(trx: Transaction, parts: readonly PersonalData[], accountId: string): Promise<void> {
  await allowErasing(trx);
  const person = await findPerson(trx, parts, accountId);
  for (const part of parts) await part.erase?.(trx, person);
}

async function findPerson(
  trx: Transaction,
  parts: readonly PersonalData[],
  accountId: string,
): Promise<Person> {
  const traces = [];
  for (const part of parts) traces.push((await part.find?.(trx, accountId)) ?? {});
  return {
    accountId,
    words: [...new Set(traces.flatMap(({ words = [] }) => words))],
    phrases: [...new Set(traces.flatMap(({ phrases = [] }) => phrases))],
    doors: traces.flatMap(({ doors = [] }) => doors),
    orderIds: traces.flatMap(({ orderIds = [] }) => orderIds),
    taskIds: traces.flatMap(({ taskIds = [] }) => taskIds),
    driverId: traces.map(({ driverId }) => driverId).find((id) => id != null) ?? null,
  };
}

function notClosable(obstacles: readonly Obstacle[]): WaslError {
  return new WaslError('account.NOT_CLOSABLE', {
    detail: `Must be settled first: ${obstacles.map(({ code }) => code).join(', ')}.`,
    extension: { obstacles },
  });
}
