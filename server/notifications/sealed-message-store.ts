import type { JsonObject } from '../../actors/runtime/machine.ts';
import { arrayOf, bigint, bytea, jsonb, nullable, oneOf, text, uuid } from '../../db/sql-types.ts';
import { statement } from '../../db/statement.ts';
import type { SealedColumn } from '../kernel/security/sealed-column.ts';
import { KINDS_WITH_SECRET, sealOf } from './words/message-secret.ts';
import type { SecretKind } from './words/secret-words.ts';

/** Codes and tokens in notifications that were not sent yet, or are still shown. */
export const sealedMessages: SealedColumn = {
  name: 'notifications.sealed',
  read: async (database, page) => {
    const rows = await outdated.all(database, { ...page, kinds: KINDS_WITH_SECRET });
    return rows.map(({ key, sealed, kind, ...about }) => ({ key, sealed, ...sealOf(kind, about) }));
  },
  replace: async (database, { key, sealed: before }, sealed) =>
    (await replace.count(database, { key, before, sealed })) === 1,
};

const outdated = statement({
  name: 'notifications.outdated_sealed',
  sql: `SELECT id AS key, sealed, kind, data, sealed_for AS "sealedFor" FROM notifications
         WHERE sealed IS NOT NULL AND substring(sealed FOR 5) <> :prefix AND kind = ANY(:kinds)
           AND (:after::uuid IS NULL OR id > :after)
         ORDER BY id LIMIT :limit`,
  params: { prefix: bytea, after: nullable(uuid), limit: bigint, kinds: arrayOf(text) },
  row: {
    key: uuid,
    sealed: bytea,
    kind: oneOf<SecretKind>(),
    data: jsonb<JsonObject>(),
    sealedFor: nullable(uuid),
  },
});

const replace = statement({
  name: 'notifications.reseal',
  sql: 'UPDATE notifications SET sealed = :sealed WHERE id = :key AND sealed = :before',
  params: { key: uuid, before: bytea, sealed: bytea },
});
