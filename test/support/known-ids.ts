import type { Database } from '../../db/database.ts';

/** Of one table, oldest first. */
const MAX_IDS = 200;

/**
 * The ids in a database, and which of them a name in the contract can mean: `driverId` those of drivers, `{id}` behind
 * `/order-groups/` those of order_groups. A name that fits no table means all of them.
 */
export class KnownIds {
  readonly #database: Database;
  readonly #byTable = new Map<string, string[]>();
  readonly #tablesByName = new Map<string, readonly string[]>();

  private constructor(database: Database) {
    this.#database = database;
  }

  static async in(database: Database): Promise<KnownIds> {
    const known = new KnownIds(database);
    await known.refresh();
    return known;
  }

  async refresh(): Promise<void> {
    const { rows: tables } = await this.#database.raw<{ rows: { name: string }[] }>(
      `SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'id' AND data_type = 'uuid'
         ORDER BY 1`,
    );
    const parts = tables.map(
      ({ name }) =>
        `SELECT '${name}' AS name, ARRAY(SELECT id::text FROM ${name} ORDER BY id LIMIT ${MAX_IDS}) AS ids`,
    );
    const { rows } = await this.#database.raw<{ rows: { name: string; ids: string[] }[] }>(
      parts.join(' UNION ALL '),
    );
    for (const { name, ids } of rows) this.#byTable.set(name, ids);
  }

  of(table: string): readonly string[] {
    return this.#byTable.get(table) ?? [];
  }

  get tables(): readonly string[] {
    return [...this.#byTable.keys()];
  }

  /** @param path Of the operation, for a parameter called `id`. */
  tablesMeantBy(name: string, path = ''): readonly string[] {
    const word = name === 'id' ? (/([\w-]+)\/\{id\}/.exec(path)?.[1] ?? '') : name;
    let found = this.#tablesByName.get(word);
    if (found === undefined) {
      found = this.#find(word);
      this.#tablesByName.set(word, found);
    }
    return found;
  }

  #find(word: string): readonly string[] {
    const words = word
      .replace(/Ids?$/, '')
      .replaceAll('-', '_')
      .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      .split('_');
    // First by all words, e.g. order_groups, then by the last alone: of fromDriverId, drivers.
    for (let first = 0; first < words.length; first += 1) {
      const plural = pluralOf(words.slice(first).join('_'));
      const exact = this.tables.filter((table) => table === plural);
      const ending = this.tables.filter((table) => table.endsWith(`_${plural}`));
      if (exact.length + ending.length > 0) return exact.length > 0 ? exact : ending;
    }
    return this.tables;
  }
}

function pluralOf(noun: string): string {
  if (noun.endsWith('s') && !noun.endsWith('ss')) return noun;
  if (noun.endsWith('ss')) return `${noun}es`;
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}
