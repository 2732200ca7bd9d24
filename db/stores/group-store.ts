import { WaslError } from '../../actors/errors.ts';
import type {
  ActivatedRow,
  GroupStore,
  GroupWrite,
  GroupWriteResult,
} from '../../actors/runtime/activation-ports.ts';
import type { ActorRef, JsonObject } from '../../actors/runtime/machine.ts';
import type { Outcome, StoredCommand } from '../../actors/runtime/store.ts';
import type { Primary } from '../primary.ts';
import { sqlState } from '../unit-of-work.ts';
import { arrayLiteral } from './group-store-arrays.ts';
import { type Item, StatementBatch } from './group-store-batch.ts';
import { StatementCache } from './group-store-cache.ts';
import { GroupConnections, type GroupConnectionsOptions } from './group-store-connections.ts';
import { LOCK_NOT_AVAILABLE, verdictOn } from './group-store-errors.ts';
import type { Form } from './group-store-sql.ts';
import type { ProjectionColumns } from './projection-columns.ts';
import { PROJECTIONS, projectionColumns, READ_COLUMNS } from './projection-columns.ts';

/** Number of command ids loaded with an activation. */
export const RECENT_COMMANDS = 64;
const MAX_DEADLOCK_TRIES = 3;

interface CommandRowShape {
  id: string;
  version: number;
  request_hash: Buffer;
  outcome: Outcome;
}

interface WriteRow {
  written?: number[] | null;
  checked?: number[] | null;
  duplicates?: { n: number; version: number; outcome: Outcome; hash: string }[] | null;
}

type Results = (GroupWriteResult | undefined)[];

/** PostgreSQL for owners: activations, and turns of many actors as one autocommit statement. */
export class PgGroupStore implements GroupStore {
  readonly #connections: GroupConnections;
  readonly #statements = new StatementCache();
  #columns: Promise<ProjectionColumns> | null = null;

  constructor(server: string | Primary, options: GroupConnectionsOptions) {
    this.#connections = new GroupConnections(server, options);
  }

  async activate(ref: ActorRef): Promise<ActivatedRow | null> {
    const rows = await this.#connections
      .read<{ version: number; epoch: number; schema: number; state: JsonObject }>(
        'wasl_activate',
        `UPDATE actor SET epoch = epoch + 1 WHERE kind = $1 AND key = $2
         RETURNING version, epoch, schema, state`,
        [ref.kind, ref.key],
      )
      .catch(busy);
    const [row] = rows;
    if (row === undefined) return null;
    // A separate statement: one that began before the epoch was raised might not see the former owner's last commit,
    // and after this there are no more of those.
    const recent = await this.#connections.read<CommandRowShape>(
      'wasl_recent',
      `SELECT command_id AS id, version, request_hash, outcome FROM actor_command
        WHERE kind = $1 AND key = $2 AND at > now() - interval '48 hours'
        ORDER BY version DESC LIMIT ${RECENT_COMMANDS}`,
      [ref.kind, ref.key],
    );
    return {
      ...row,
      version: Number(row.version),
      epoch: Number(row.epoch),
      recent: recent.map((each) => ({ id: each.id, ...stored(each) })),
    };
  }

  async find(ref: ActorRef, commandId: string): Promise<StoredCommand | null> {
    const [row] = await this.#connections.read<CommandRowShape>(
      'wasl_find',
      `SELECT command_id AS id, version, request_hash, outcome FROM actor_command
        WHERE kind = $1 AND key = $2 AND command_id >= $3 AND command_id <= $3
          AND at > now() - interval '48 hours' ORDER BY command_id LIMIT 1`,
      [ref.kind, ref.key, commandId],
    );
    return row === undefined ? null : stored(row);
  }

  async write(batch: readonly GroupWrite[], finished: readonly string[] = []): Promise<GroupWriteResult[]> {
    const results: Results = new Array(batch.length);
    const columns = await this.#projectionColumns();
    await this.#writeItems(
      batch.map((write, index) => ({ index, write })),
      'fast',
      columns,
      results,
      finished,
    );
    return results.map((result) => result ?? { kind: 'fenced' });
  }

  async close(): Promise<void> {
    await this.#connections.close();
  }

  /** One statement, or several if rows of several turns cannot be merged or one turn is rejected. */
  async #writeItems(
    items: readonly Item[],
    form: Form,
    columns: ProjectionColumns,
    results: Results,
    finished: readonly string[],
  ): Promise<void> {
    const batch = new StatementBatch(items, columns, finished);
    for (const { item, result } of batch.decided) results[item.index] = result;
    if (batch.items.length > 0) await this.#writeBatch(batch, form, columns, results);
    if (batch.later.length > 0) await this.#writeItems(batch.later, form, columns, results, []);
  }

  async #writeBatch(
    batch: StatementBatch,
    form: Form,
    columns: ProjectionColumns,
    results: Results,
  ): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        this.#note(batch, form, await this.#run(batch, form), results);
        return;
      } catch (error) {
        const verdict = verdictOn(error);
        if (verdict === 'deadlock' && attempt < MAX_DEADLOCK_TRIES) continue;
        if ((verdict === 'locked' || verdict === 'moved') && form === 'fast') {
          await this.#writeItems(batch.items, 'careful', columns, results, batch.finished);
          return;
        }
        if (verdict === 'unknown') throw error;
        const [only, ...others] = batch.items;
        if (only !== undefined && others.length === 0) {
          results[only.index] = { kind: 'failed', error: verdict === 'refused' ? error : busyError(error) };
          return;
        }
        const half = Math.ceil(batch.items.length / 2);
        await this.#writeItems(batch.items.slice(0, half), form, columns, results, batch.finished);
        await this.#writeItems(batch.items.slice(half), form, columns, results, []);
        return;
      }
    }
  }

  async #run(batch: StatementBatch, form: Form): Promise<WriteRow> {
    const statement = this.#statements.find(batch.plan(form));
    const [row] = await this.#connections.write<WriteRow>(
      statement.name,
      statement.sql,
      batch.parameters(statement),
    );
    return row ?? {};
  }

  #note(batch: StatementBatch, form: Form, row: WriteRow, results: Results): void {
    const checked = new Set(row.checked);
    const written = form === 'fast' ? null : new Set(row.written);
    for (const item of batch.items) {
      const number = batch.numberOf(item);
      const holds = batch.writesActorOf(item) ? (written?.has(number) ?? true) : checked.has(number);
      results[item.index] = { kind: holds ? 'done' : 'fenced' };
    }
    for (const { n, version, outcome, hash } of row.duplicates ?? []) {
      const known = { version, outcome, requestHash: Buffer.from(hash, 'hex') };
      results[n] = { kind: 'duplicate', stored: known };
    }
  }

  #projectionColumns(): Promise<ProjectionColumns> {
    this.#columns ??= this.#readColumns().catch((error: unknown) => {
      this.#columns = null;
      throw error;
    });
    return this.#columns;
  }

  async #readColumns(): Promise<ProjectionColumns> {
    return projectionColumns(
      await this.#connections.read(READ_COLUMNS.name, READ_COLUMNS.sql, [arrayLiteral(PROJECTIONS)]),
    );
  }
}

function stored({ version, request_hash, outcome }: CommandRowShape): StoredCommand {
  return { version: Number(version), requestHash: request_hash, outcome };
}

function busyError(cause: unknown): WaslError {
  return new WaslError('common.UNAVAILABLE', {
    detail: 'This record is busy. Repeat the request.',
    retryAfter: 1,
    cause,
  });
}

function busy(error: unknown): never {
  throw sqlState(error) === LOCK_NOT_AVAILABLE ? busyError(error) : error;
}
