import { z } from 'zod';
import { WaslError } from '../../actors/errors.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { JsonObject } from '../../actors/runtime/machine.ts';

/** The payload of a notify effect: recipients, kind, and the values for texts and clients. */
const payloadSchema = z.looseObject({
  kind: z.enum(NOTIFICATION_KINDS),
  accountId: z.uuid().optional(),
  sellerId: z.uuid().optional(),
  driverId: z.uuid().optional(),
  role: z.literal('DISPATCHER').optional(),
});

const codeSchema = z.object({
  groupId: z.uuid(),
  taskId: z.uuid(),
  codeId: z.uuid(),
  /** Base64 of the result of `Secrets.seal('delivery-code', …, codeId)`. */
  sealed: z.base64(),
  expiresAt: z.iso.datetime(),
});

/** An account, all of a seller's people, a driver, or everyone with a role; the first one named applies. */
export type Addressee =
  | { accountId: string }
  | { sellerId: string }
  | { driverId: string }
  | { role: 'DISPATCHER' };

export interface SealedCode {
  groupId: string;
  taskId: string;
  codeId: string;
  sealed: Buffer;
  expiresAt: Date;
}

export interface Notice {
  kind: NotificationKind;
  to: Addressee;
  /** Shown to the recipient. Never contains the sealed code. */
  data: JsonObject;
  /** Only for DELIVERY_CODE. */
  code: SealedCode | null;
}

/** Throws common.VALIDATION_FAILED for an invalid payload. Retrying cannot fix that, so its outbox row is parked. */
export function parseNotice(payload: JsonObject): Notice {
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) throw unusable(parsed.error);
  const { kind } = parsed.data;
  const { kind: _kind, accountId: _accountId, role: _role, sealed: _sealed, ...data } = payload;
  return {
    kind,
    to: addressee(parsed.data),
    data,
    code: kind === 'DELIVERY_CODE' ? parseCode(payload) : null,
  };
}

function addressee({ accountId, sellerId, driverId, role }: z.infer<typeof payloadSchema>): Addressee {
  if (accountId !== undefined) return { accountId };
  if (sellerId !== undefined) return { sellerId };
  if (driverId !== undefined) return { driverId };
  if (role !== undefined) return { role };
  throw unusable(new Error('no recipient'));
}

function parseCode(payload: JsonObject): SealedCode {
  const parsed = codeSchema.safeParse(payload);
  if (!parsed.success) throw unusable(parsed.error);
  const { sealed, expiresAt, ...ids } = parsed.data;
  return { ...ids, sealed: Buffer.from(sealed, 'base64'), expiresAt: new Date(expiresAt) };
}

function unusable(cause: Error): WaslError {
  return new WaslError('common.VALIDATION_FAILED', { detail: 'This notice cannot be delivered.', cause });
}
