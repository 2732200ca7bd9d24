import type { Commit, OutboxRow } from '../../actors/runtime/store.ts';
import type { Transaction } from '../database.ts';
import { writeRows } from './write-rows.ts';

/** Writes a turn on an existing actor. Rejects when the row no longer has the version the turn was based on. */
export async function writeTurn(trx: Transaction, commit: Commit): Promise<void> {
  const { rows } = await trx.raw<{ rows: { epoch: number }[] }>(
    `UPDATE actor SET version = ?, epoch = epoch + 1, schema = ?, state = ?::jsonb
      WHERE kind = ? AND key = ? AND version = ? RETURNING epoch`,
    [
      commit.version,
      commit.schema,
      JSON.stringify(commit.state),
      commit.ref.kind,
      commit.ref.key,
      commit.baseVersion,
    ],
  );
  const [actor] = rows;
  if (actor === undefined)
    throw new Error(`${commit.ref.kind}:${commit.ref.key} is no longer at version ${commit.baseVersion}`);
  await writeConsequences(trx, commit, actor.epoch);
}

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
  await trx.raw(
    `INSERT INTO actor_command (kind, key, version, epoch, command_id, type, request_hash, events, outcome,
                                account_id, role, reason, request_id, correlation_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb, ?, ?, ?, ?, ?)`,
    [
      ref.kind,
      ref.key,
      version,
      epoch,
      command.id,
      command.type,
      command.requestHash,
      JSON.stringify(command.events),
      JSON.stringify(command.outcome),
      command.accountId,
      command.role,
      command.reason,
      command.requestId,
      command.correlationId,
    ],
  );
}

async function writeTimers(
  trx: Transaction,
  { ref, setTimers, cancelTimers, command }: Commit,
): Promise<void> {
  for (const timer of setTimers) {
    await trx.raw(
      `INSERT INTO actor_timer (kind, key, name, due_at, type, payload, timer_id, correlation_id)
       VALUES (?, ?, ?, ?, ?, ?::jsonb, ?, ?)
       ON CONFLICT (kind, key, name) DO UPDATE
         SET due_at = excluded.due_at, type = excluded.type, payload = excluded.payload, timer_id = excluded.timer_id,
             correlation_id = excluded.correlation_id, attempts = 0, next_attempt_at = NULL, parked_at = NULL, last_error = NULL`,
      [
        ref.kind,
        ref.key,
        timer.name,
        timer.dueAt,
        timer.type,
        JSON.stringify(timer.payload),
        timer.timerId,
        command.correlationId,
      ],
    );
  }
  if (cancelTimers.length > 0) {
    await trx.raw('DELETE FROM actor_timer WHERE kind = ? AND key = ? AND name = ANY(?::text[])', [
      ref.kind,
      ref.key,
      cancelTimers,
    ]);
  }
}

async function writeJournals(trx: Transaction, { ref, version, journals }: Commit): Promise<void> {
  for (const journal of journals) {
    await trx.raw(
      'INSERT INTO ledger_journals (id, cause, kind, actor_kind, actor_key, actor_version, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      [journal.id, journal.cause, journal.kind, ref.kind, ref.key, version, journal.at],
    );
    for (const [line, entry] of journal.lines.entries()) {
      await trx.raw(
        'INSERT INTO ledger_entries (journal_id, line, account, amount, task_id) VALUES (?, ?, ?, ?, ?)',
        [journal.id, line, entry.account, entry.amount, entry.taskId ?? null],
      );
    }
  }
}

/** Leaves effects for after the commit of this transaction. The relay delivers them, at least once. */
export async function writeOutbox(trx: Transaction, outbox: OutboxRow): Promise<void> {
  await trx.raw(
    'INSERT INTO outbox (id, kind, key, version, correlation_id, request_id, effects) VALUES (?, ?, ?, ?, ?, ?, ?::jsonb)',
    [
      outbox.id,
      outbox.ref.kind,
      outbox.ref.key,
      outbox.version,
      outbox.correlationId,
      outbox.requestId,
      JSON.stringify(outbox.effects),
    ],
  );
}
