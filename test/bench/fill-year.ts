import pg from 'pg';

/** Days before the played one over which its copies are spread. */
const YEAR_DAYS = 364;

/** `key` of a copy, as if it had been made that many days earlier: ids begin with their time, and so do their indexes. */
const EARLIER = `(
  lpad(to_hex(('x' || substr(replace(key::text, '-', ''), 1, 12))::bit(48)::bigint - $1::bigint * 86400000), 12, '0')
    || substr(replace(key::text, '-', ''), 13))::uuid`;

const COPY = `
  INSERT INTO actor_command (at, kind, key, version, epoch, command_id, type, request_hash, events, outcome, role,
                             correlation_id)
  SELECT at - $1::bigint * interval '1 day', kind, earlier, version, epoch, earlier || '/' || version, type, request_hash,
         events, outcome, role, earlier::text
    FROM actor_command, LATERAL (SELECT ${EARLIER} AS earlier) moved
   WHERE at >= $2::timestamptz
   ORDER BY at`;

/** Copies of one played day, at earlier days, until the year has this many commands. */
export class EarlierDays {
  readonly #url: string;
  readonly #dayBegin: string;
  readonly #perDay: number;
  #days: number[] = [];

  constructor(url: string, dayBegin: string, perDay: number) {
    this.#url = url;
    this.#dayBegin = dayBegin;
    this.#perDay = perDay;
  }

  /** Returns how many commands there are then. The oldest days are written first, as they were. */
  async fill(commands: number): Promise<number> {
    const wanted = Math.max(0, Math.round(commands / this.#perDay) - 1);
    const all = Array.from(
      { length: wanted },
      (_, index) => 1 + Math.round((index * (YEAR_DAYS - 1)) / wanted),
    );
    const missing = all.filter((day) => !this.#days.includes(day)).slice(0, wanted - this.#days.length);
    const client = new pg.Client({ connectionString: this.#url });
    await client.connect();
    try {
      for (const day of missing.sort((one, other) => other - one)) {
        await client.query(
          `SELECT ensure_actor_command_partition(($2::timestamptz - $1::bigint * interval '1 day' - part * interval '1 day')::date)
             FROM generate_series(-1, 1) part`,
          [day, this.#dayBegin],
        );
        await client.query(COPY, [day, this.#dayBegin]);
        this.#days = [...this.#days, day];
      }
    } finally {
      await client.end();
    }
    return (this.#days.length + 1) * this.#perDay;
  }
}
