import type { Column, GroupShape } from './group-store-columns.ts';

/**
 * `fast` waits for locks and expects every actor to be unchanged: if one is not, the whole statement fails with GUARD
 * and nothing is written. `careful` skips actors locked by others, joins every row to the actors it could write, and
 * returns which these were.
 */
export type Form = 'fast' | 'careful';

export interface StatementPlan {
  form: Form;
  /** Whether actors are written at all: a batch of checks only reads. */
  writes: boolean;
  checks: boolean;
  verifies: boolean;
  finishes: boolean;
  shapes: readonly GroupShape[];
}

/** The guards make a cast fail with this text: SQLSTATE 22P02, and the statement is rolled back. */
export const FENCED_GUARD = 'wasl:fenced';
export const MISSING_GUARD = 'wasl:missing';

const VERIFY: readonly Column[] = ['n integer', 'kind text', 'key uuid', 'command_id text'].map(column);
const ACTOR: readonly Column[] = [
  'kind text',
  'key uuid',
  'base bigint',
  'epoch bigint',
  'version bigint',
  'schema integer',
  'state jsonb',
].map(column);
const CHECK: readonly Column[] = ['kind text', 'key uuid', 'version bigint', 'epoch bigint'].map(column);

function column(text: string): Column {
  const [name = '', type = ''] = text.split(' ');
  return { name, type };
}

/** The SQL of a group commit. Its parameters are the columns of its parts in the order of `parts(plan)`. */
export function statementSql(plan: StatementPlan): string {
  const sql = new Builder(plan.form === 'careful');
  if (plan.verifies) sql.verify();
  if (plan.writes) sql.actors(plan.verifies);
  plan.shapes.forEach((shape, index) => {
    sql.group(shape, `g${index}`);
  });
  if (plan.finishes) sql.finish();
  if (plan.checks) sql.checks();
  return sql.text(plan);
}

class Builder {
  readonly #careful: boolean;
  readonly #parts: string[] = [];
  /** The update parts, which must find every row they name. */
  readonly #updates: string[] = [];
  #parameters = 0;

  constructor(careful: boolean) {
    this.#careful = careful;
  }

  /**
   * Looks up command ids that memory could not decide: those found have taken effect before. Written as an ordered
   * range, so that only the index by id is usable: the one by version would read an actor's whole history.
   */
  verify(): void {
    this.#parts.push(`dup AS MATERIALIZED (
  SELECT t.a, t.n, c.version, c.request_hash, c.outcome FROM ${this.#source(VERIFY)},
  LATERAL (SELECT version, request_hash, outcome FROM actor_command k
            WHERE k.kind = t.kind AND k.key = t.key
              AND k.command_id >= t.command_id AND k.command_id <= t.command_id
              AND k.at > now() - interval '48 hours' ORDER BY k.command_id LIMIT 1) c)`);
  }

  actors(verifies: boolean): void {
    const matches = 'x.kind = i.kind AND x.key = i.key AND x.version = i.base AND x.epoch = i.epoch';
    this.#parts.push(`i AS MATERIALIZED (SELECT t.* FROM ${this.#source(ACTOR)})`);
    let where = matches;
    if (this.#careful) {
      this.#parts.push(
        `held AS MATERIALIZED (SELECT i.a FROM i JOIN actor x ON ${matches} FOR UPDATE OF x SKIP LOCKED)`,
      );
      where += ' AND i.a IN (SELECT a FROM held)';
      if (verifies) where += ' AND i.a NOT IN (SELECT a FROM dup)';
    }
    this.#parts.push(`w AS (UPDATE actor x SET version = i.version, schema = i.schema, state = i.state
  FROM i WHERE ${where} RETURNING i.a)`);
  }

  group(shape: GroupShape, name: string): void {
    const { action, columns } = shape;
    const rows = `${name}r`;
    const from = this.#careful ? `${this.#source(columns)} JOIN w ON w.a = t.a` : this.#source(columns);
    const names = columns.map((each) => each.name);
    const list = columns.map((each) => `${value(each)} AS ${each.name}`).join(', ');
    const rest = names.filter((each) => !('key' in action && action.key.includes(each)));
    switch (action.do) {
      case 'insert':
        this.#parts.push(
          `${name} AS (INSERT INTO ${action.table} (${names.join(', ')}) SELECT ${list} FROM ${from})`,
        );
        return;
      case 'upsert': {
        const set = [
          ...rest.map((each) => `${each} = excluded.${each}`),
          ...(action.also ? [action.also] : []),
        ];
        this.#parts.push(`${name} AS (INSERT INTO ${action.table} (${names.join(', ')}) SELECT ${list} FROM ${from}
  ON CONFLICT (${action.key.join(', ')}) DO UPDATE SET ${set.join(', ')})`);
        return;
      }
      case 'update': {
        const set = rest.map((each) => `${each} = r.${each}`).join(', ');
        this.#parts.push(`${rows} AS MATERIALIZED (SELECT ${list} FROM ${from})`);
        this.#parts.push(`${name} AS (UPDATE ${action.table} x SET ${set} FROM ${rows} r
  WHERE ${action.key.map((each) => `x.${each} = r.${each}`).join(' AND ')} RETURNING 1)`);
        this.#updates.push(name);
        return;
      }
      case 'delete':
        this.#parts.push(`${rows} AS MATERIALIZED (SELECT ${list} FROM ${from})`);
        this.#parts.push(`${name} AS (DELETE FROM ${action.table} x USING ${rows} r
  WHERE ${action.key.map((each) => `x.${each} = r.${each}`).join(' AND ')})`);
    }
  }

  finish(): void {
    this.#parameters += 1;
    // Rows locked by a sweeper are left to it.
    this.#parts.push(`finished AS (DELETE FROM outbox WHERE id IN (SELECT o.id FROM outbox o
   JOIN unnest($${this.#parameters}::uuid[]) f(id) ON f.id = o.id FOR UPDATE OF o SKIP LOCKED))`);
  }

  checks(): void {
    this.#parts.push(`checked AS (SELECT t.a FROM ${this.#source(CHECK)}
  JOIN actor x ON x.kind = t.kind AND x.key = t.key AND x.version = t.version AND x.epoch = t.epoch)`);
  }

  text({ writes, checks, verifies }: StatementPlan): string {
    const results: string[] = [];
    if (writes && this.#careful) results.push('(SELECT array_agg(a) FROM w) AS written');
    if (writes && !this.#careful) {
      const dup = verifies ? ' OR EXISTS (SELECT 1 FROM dup)' : '';
      const off = `(SELECT count(*) FROM w) <> (SELECT count(*) FROM i)${dup}`;
      results.push(guard(off, FENCED_GUARD, '(SELECT count(*) FROM w)', 'fenced'));
    }
    if (this.#updates.length > 0) {
      const off = this.#updates.map(
        (name) => `(SELECT count(*) FROM ${name}r) <> (SELECT count(*) FROM ${name})`,
      );
      const found = `(SELECT count(*) FROM ${this.#updates[0]})`;
      results.push(guard(off.join(' OR '), MISSING_GUARD, found, 'missing'));
    }
    if (checks) results.push('(SELECT array_agg(a) FROM checked) AS checked');
    // The fast form fails if it would write; if it only checks, it returns what it found.
    if (verifies && (this.#careful || !writes)) {
      results.push(`(SELECT json_agg(json_build_object('n', n, 'version', version, 'outcome', outcome,
   'hash', encode(request_hash, 'hex'))) FROM dup) AS duplicates`);
    }
    const parts = this.#parts.length === 0 ? '' : `WITH ${this.#parts.join(',\n')}\n`;
    return `${parts}SELECT ${results.length === 0 ? '1' : results.join(',\n  ')}`;
  }

  /** The rows of a part as a table `t`: `a`, the actor's number, then its columns. */
  #source(columns: readonly Column[]): string {
    const calls = [{ name: 'a', type: 'integer' }, ...columns].map(({ type }) => {
      this.#parameters += 1;
      const parameter = `$${this.#parameters}`;
      if (type === 'jsonb') return `jsonb_array_elements(${parameter}::jsonb)`;
      return `unnest(${parameter}::${elementType(type)}[])`;
    });
    return `ROWS FROM (${calls.join(', ')}) AS t(a, ${columns.map(({ name }) => name).join(', ')})`;
  }
}

/** unnest would flatten nested arrays, so an array column is passed as text. */
function elementType(type: string): string {
  return type.endsWith('[]') ? 'text' : type;
}

function value({ name, type }: Column): string {
  if (type === 'jsonb') return `nullif(t.${name}, 'null'::jsonb)`;
  return type.endsWith('[]') ? `t.${name}::${type}` : `t.${name}`;
}

/** Not a constant expression, so that it is evaluated at the end and not during planning. */
function guard(off: string, word: string, count: string, name: string): string {
  return `CASE WHEN ${off} THEN ('${word}:' || ${count})::integer ELSE 0 END AS ${name}`;
}
