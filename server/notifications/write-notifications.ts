import type { Ids } from '../../actors/runtime/ports.ts';
import type { OutboxRow } from '../../actors/runtime/store.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { Notice, SealedCode } from './notice.ts';
import { NOTICE_TABLE, queuedChannels, urgencyRank } from './notice-table.ts';
import { addressed } from './recipient-store.ts';
import { noticeText } from './texts.ts';
import { type AskedRow, insertNotifications } from './written-notification-store.ts';

/** A notification to be written for its recipients. */
export interface Asked {
  notice: Notice;
  /** The requesting effect: each recipient gets one notification for it, however often it is delivered. */
  effectId: string;
  /** Version of the actor whose event this is about. */
  version: number;
  /** Domain time. */
  at: Date;
}

export interface NewNotifications {
  /** No two for the same effect. */
  asked: readonly (Asked & { code: SealedCode | null })[];
  /**
   * False if the outbox rows that request them still exist: then the commit need not wait for the disk. The commit that
   * deletes those rows comes after this one, so no crash can keep it and lose this one, and until then they are
   * requested again.
   */
  durable: boolean;
  /** Outbox rows to delete in the same statement. */
  finished: readonly string[];
}

/**
 * Writes, in one statement, since there are several notifications for each step of every order: one notification per
 * recipient, a delivery per channel that needs a sender, and the live events in the outbox. In-app delivery needs no
 * row. Recipients that were notified before are skipped; null if all were.
 */
export async function writeNotifications(
  executor: Database | Transaction,
  ids: Ids,
  { asked, durable, finished }: NewNotifications,
): Promise<OutboxRow | null> {
  const outbox = { id: ids.next(), correlationId: ids.next() };
  const left = await insertNotifications(executor, {
    asked: asked.map(rowOf),
    durable,
    finished,
    outboxId: outbox.id,
    correlationId: outbox.correlationId,
  });
  if (left === null) return null;
  const ref = { kind: 'record', key: left.key } as const;
  const version = asked.reduce((newest, each) => Math.max(newest, each.version), 0);
  return { ...outbox, ref, version, requestId: null, effects: left.effects };
}

function rowOf(
  { notice, effectId, version, code, at }: NewNotifications['asked'][number],
  place: number,
): AskedRow {
  const { kind, to, data } = notice;
  const { title, body } = noticeText(kind, data);
  const { choice } = NOTICE_TABLE[kind];
  return {
    place,
    ...addressed(to, kind),
    effect_id: effectId,
    kind,
    title_en: title.en,
    title_ar: title.ar,
    body_en: body.en,
    body_ar: body.ar,
    data,
    channels: queuedChannels(kind),
    urgency: urgencyRank(kind),
    may_switch: choice !== 'NONE',
    may_hold: choice === 'SWITCHED_OR_HELD',
    version,
    at: at.toISOString(),
    ...(code === null
      ? {}
      : {
          sealed: code.sealed.toString('base64'),
          sealed_for: code.taskId,
          sealed_until: code.expiresAt.toISOString(),
        }),
  };
}
