/** What the migrations read so far have made; every rule about an existing table looks here. */
export class History {
  /** Tables that this file has created: nobody uses them yet, so nobody waits for their locks. */
  readonly created = new Set<string>();
  /** Existing tables that this file locks against readers or writers. */
  readonly locked = new Set<string>();
  /** Existing tables that its foreign keys refer to, and thereby lock against writers. */
  readonly referred = new Set<string>();
  /** Columns that the first phase of this release has added, as `table.column`. */
  #added = new Set<string>();
  /** `table.column` that a constraint demands not to be null, by `table.constraint`. */
  readonly #demanded = new Map<string, string>();
  readonly #proven = new Set<string>();
  #release = 0;

  /** Begins the next file. */
  begin(release: number): void {
    this.created.clear();
    this.locked.clear();
    this.referred.clear();
    if (release === this.#release) return;
    this.#added = new Set();
    this.#release = release;
  }

  addColumn(table: string, column: string): void {
    this.#added.add(`${table}.${column}`);
  }

  /** Whether the former release does not know these columns. */
  areNew(table: string, columns: readonly string[]): boolean {
    return columns.length > 0 && columns.every((column) => this.#added.has(`${table}.${column}`));
  }

  demandNotNull(table: string, constraint: string, column: string): void {
    this.#demanded.set(`${table}.${constraint}`, `${table}.${column}`);
  }

  validate(table: string, constraint: string): void {
    const column = this.#demanded.get(`${table}.${constraint}`);
    if (column !== undefined) this.#proven.add(column);
  }

  /** Whether a validated constraint says that the column is never null. */
  isProvenNotNull(table: string, column: string): boolean {
    return this.#proven.has(`${table}.${column}`);
  }
}
