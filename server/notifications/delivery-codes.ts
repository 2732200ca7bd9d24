import type { Clock } from '../../actors/runtime/ports.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { Notification } from '../../db/models/notification.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import type { NoticeKind } from './channels.ts';
import type { Notice, SealedCode } from './notice.ts';

/** Kinds after which an earlier code of the same group opens nothing any more. */
const ENDS_CODES: readonly NoticeKind[] = ['DELIVERY_CODE', 'DELIVERED', 'DELIVERY_FAILED', 'CANCELLED'];

export function endsCodes({ kind, data }: Notice): boolean {
  return ENDS_CODES.includes(kind) && typeof data.groupId === 'string';
}

/**
 * Keeps at most the newest code of a group, whatever order its events arrive in: erases older ones, and tells
 * whether the code of this notice, if it has one, is still to be kept. Holds the group until the commit.
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
  await trx.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`delivery-code:${groupId}`]);
  await trx.raw(
    `UPDATE notifications SET sealed = NULL
      WHERE sealed IS NOT NULL AND account_id = ANY(?::uuid[]) AND data->>'groupId' = ? AND source_version < ?`,
    [[...accountIds], groupId, version],
  );
  if (code === null) return null;
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `SELECT 1 FROM notifications
      WHERE account_id = ANY(?::uuid[]) AND kind = ANY(?::text[]) AND data->>'groupId' = ? AND source_version > ?
      LIMIT 1`,
    [[...accountIds], [...ENDS_CODES], groupId, version],
  );
  return rows.length === 0 ? code : null;
}

/** The plain code for its recipient, or null once it is erased, past its end, or sealed under a secret that was replaced. */
export function openCode(notification: Notification, secrets: Secrets, now: Date): string | null {
  const { sealed, sealedUntil, data } = notification;
  if (sealed === null || sealedUntil === null || sealedUntil <= now) return null;
  try {
    return secrets.open('delivery-code', sealed, String(data.codeId));
  } catch {
    return null;
  }
}

/** Erases what has expired, and what was used though its delivery is not finished. Answers how many. */
export async function eraseSpentCodes(deps: { database: Database; clock: Clock }): Promise<number> {
  const { rowCount } = await deps.database.raw<{ rowCount: number }>(
    `UPDATE notifications n SET sealed = NULL
      WHERE sealed IS NOT NULL
        AND (sealed_until <= ?
             OR EXISTS (SELECT 1 FROM delivery_tasks t
                         WHERE t.id = n.sealed_for AND t.status NOT IN ('IN_TRANSIT', 'ARRIVED')))`,
    [deps.clock.now()],
  );
  return rowCount;
}
