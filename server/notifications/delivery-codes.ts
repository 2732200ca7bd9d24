import type { NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { Clock } from '../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import type { Notice, SealedCode } from './notice.ts';
import {
  codesOfTasks,
  eraseOlderCodes,
  eraseSpent,
  lockCodes,
  type NotificationRow,
  newerExists,
} from './notification-store.ts';

/** Kinds after which earlier codes of the same group are invalid. */
const ENDS_CODES: readonly NotificationKind[] = [
  'DELIVERY_CODE',
  'DELIVERED',
  'DELIVERY_FAILED',
  'CANCELLED',
];

export function endsCodes({ kind, data }: Notice): boolean {
  return ENDS_CODES.includes(kind) && typeof data.groupId === 'string';
}

/**
 * Keeps at most the newest code of a group, in whatever order its events arrive: erases older ones, and returns this
 * notification's code if it should be stored. Locks the group until the commit.
 */
export async function settleCodes(
  trx: Transaction,
  notice: Notice,
  accountIds: readonly string[],
  version: number,
): Promise<SealedCode | null> {
  const { data, code } = notice;
  if (!endsCodes(notice)) return code;
  const groupId = String(data.groupId);
  const group = { accountIds, groupId, version };
  await lockCodes(trx, groupId);
  await eraseOlderCodes(trx, group);
  if (code === null) return null;
  return (await newerExists(trx, { ...group, kinds: ENDS_CODES })) ? null : code;
}

/** A code as its buyer reads it to the driver. */
export interface ShownCode {
  code: string;
  validUntil: Date;
}

/** The newest valid code of each of these tasks, by task, for the account that received it. */
export async function readDeliveryCodes(
  deps: { database: Database; clock: Clock; secrets: Secrets },
  accountId: string,
  taskIds: readonly string[],
): Promise<Map<string, ShownCode>> {
  if (taskIds.length === 0) return new Map();
  const now = deps.clock.now();
  const rows = await codesOfTasks(deps.database, accountId, taskIds);
  return new Map(
    rows.flatMap((row) => {
      const code = openCode(row, deps.secrets, now);
      if (code === null || row.sealedUntil === null) return [];
      return [[String(row.data.taskId), { code, validUntil: row.sealedUntil }] as const];
    }),
  );
}

/**
 * The plain code for its recipient; null once it is erased, expired, or sealed with a secret that has been replaced.
 */
export function openCode(notification: NotificationRow, secrets: Secrets, now: Date): string | null {
  const { sealed, sealedUntil, data } = notification;
  if (sealed === null || sealedUntil === null || sealedUntil <= now) return null;
  try {
    return secrets.open('delivery-code', sealed, String(data.codeId));
  } catch {
    return null;
  }
}

/** Erases codes that have expired, and used ones whose delivery is still unfinished. Returns how many. */
export function eraseSpentCodes(deps: { database: Database; clock: Clock }): Promise<number> {
  return eraseSpent(deps.database, deps.clock.now());
}
