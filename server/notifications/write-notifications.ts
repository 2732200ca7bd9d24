import type { Ids } from '../../actors/runtime/ports.ts';
import type { OutboxRow } from '../../actors/runtime/store.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { Notice, SealedCode } from './notice.ts';
import { NOTICE_TABLE, queuedChannels, urgencyRank } from './notice-table.ts';
import { addressed } from './recipient-store.ts';
import { noticeText } from './texts.ts';
import { type AskedRow, insertNotifications } from './written-notification-store.ts';

/** A notice on its way to its recipients. */
export interface Asked {
  notice: Notice;
  /** The effect that asks for it: each recipient gets one notification for it, however often it is delivered. */
  effectId: string;
  /** Of the actor whose event this tells of. */
  version: number;
  /** Domain time. */
  at: Date;
}

export interface NewNotifications {
  /** No two for the same effect. */
  asked: readonly (Asked & { code: SealedCode | null })[];
  /**
   * False when the outbox rows that ask for them are still there: then nothing waits for the disk. Whatever commit
   * takes those rows away later is after this one, so no crash keeps it alone, and until then they ask again.
   */
  durable: boolean;
  /** Rows of the outbox that are deleted along the way. */
  finished: readonly string[];
}

/**
 * In one statement, since there are several for every step of every order: whom each notice is for, a notification for
 * each recipient, its way through each channel that needs a sender, and the live events in the outbox. It is delivered
 * in the app by being there. Recipients that were told before are left out; null when all were.
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
