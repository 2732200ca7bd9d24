import type { ActorKind, DomainEvent, Journal, JsonObject } from '../../actors/runtime/machine.ts';
import type { Commit, Outcome } from '../../actors/runtime/store.ts';
import type { Transaction } from '../database.ts';
import {
  bigint,
  bytea,
  integer,
  jsonb,
  nullable,
  numeric,
  oneOf,
  text,
  timestamptzText,
  uuid,
} from '../sql-types.ts';
import { statement } from '../statement.ts';
import { writeOutbox } from './outbox-store.ts';
import { cancelTimers, setTimer } from './timer-store.ts';
import { writeRows } from './write-rows.ts';

/** Writes a turn on an existing actor. Rejects when the row no longer has the version the turn was based on. */
export async function writeTurn(trx: Transaction, commit: Commit): Promise<void> {
  const { ref, version, baseVersion, schema, state } = commit;
  const actor = await updateActor.first(trx, {
    ...{ kind: ref.kind, key: ref.key, baseVersion },
    ...{ version, schema, state },
  });
  if (actor === null) throw new Error(`${ref.kind}:${ref.key} is no longer at version ${baseVersion}`);
  await writeConsequences(trx, commit, actor.epoch);
}

const updateActor = statement({
  name: 'commit.update_actor',
  sql: `UPDATE actor SET version = :version, epoch = epoch + 1, schema = :schema, state = :state
         WHERE kind = :kind AND key = :key AND version = :baseVersion RETURNING epoch`,
  params: {
    ...{ kind: oneOf<ActorKind>(), key: uuid, baseVersion: bigint },
    ...{ version: bigint, schema: integer, state: jsonb<JsonObject>() },
  },
  row: { epoch: bigint },
});

async function writeConsequences(trx: Transaction, commit: Commit, epoch: number): Promise<void> {
  await writeCommand(trx, commit, epoch);
  await writeRows(trx, commit.rows);
  await writeTimers(trx, commit);
  await writeJournals(trx, commit);
  if (commit.outbox !== null) await writeOutbox(trx, commit.outbox);
}

async function writeCommand(
  trx: Transaction,
  { ref, version, command }: Commit,
  epoch: number,
): Promise<void> {
  await insertCommand.count(trx, { kind: ref.kind, key: ref.key, version, epoch, ...command });
}

const insertCommand = statement({
  name: 'commit.insert_command',
  sql: `INSERT INTO actor_command (kind, key, version, epoch, command_id, type, request_hash, events, outcome,
                                   account_id, role, reason, request_id, correlation_id)
        VALUES (:kind, :key, :version, :epoch, :id, :type, :requestHash, :events, :outcome,
                :accountId, :role, :reason, :requestId, :correlationId)`,
  params: {
    ...{ kind: oneOf<ActorKind>(), key: uuid, version: bigint, epoch: bigint },
    ...{ id: text, type: text, requestHash: bytea },
    ...{ events: jsonb<readonly DomainEvent[]>(), outcome: jsonb<Outcome>() },
    ...{ accountId: nullable(uuid), role: text, reason: nullable(text) },
    ...{ requestId: nullable(text), correlationId: text },
  },
});

async function writeTimers(trx: Transaction, commit: Commit): Promise<void> {
  const { ref, command } = commit;
  for (const timer of commit.setTimers) await setTimer(trx, ref, timer, command.correlationId);
  if (commit.cancelTimers.length > 0) await cancelTimers(trx, ref, commit.cancelTimers);
}

async function writeJournals(trx: Transaction, { ref, version, journals }: Commit): Promise<void> {
  for (const { id, cause, kind, at, lines } of journals) {
    await insertJournal.count(trx, {
      ...{ id, cause, kind, at },
      ...{ actorKind: ref.kind, actorKey: ref.key, actorVersion: version },
    });
    for (const [line, { account, amount, taskId = null }] of lines.entries())
      await insertEntry.count(trx, { journalId: id, line, account, amount, taskId });
  }
}

const insertJournal = statement({
  name: 'commit.insert_journal',
  sql: `INSERT INTO ledger_journals (id, cause, kind, actor_kind, actor_key, actor_version, at)
        VALUES (:id, :cause, :kind, :actorKind, :actorKey, :actorVersion, :at)`,
  params: {
    ...{ id: uuid, cause: text, kind: oneOf<Journal['kind']>(), at: timestamptzText },
    ...{ actorKind: oneOf<ActorKind>(), actorKey: uuid, actorVersion: bigint },
  },
});

const insertEntry = statement({
  name: 'commit.insert_ledger_entry',
  sql: `INSERT INTO ledger_entries (journal_id, line, account, amount, task_id)
        VALUES (:journalId, :line, :account, :amount, :taskId)`,
  params: { journalId: uuid, line: integer, account: text, amount: numeric, taskId: nullable(uuid) },
});
