import { WaslError } from '../../../actors/errors.ts';
import { type Secrets, SIGNATURE_BYTES } from '../security/secrets.ts';

export interface Page<T> {
  data: T[];
  page: { nextCursor: string | null; hasMore: boolean };
}

export const DEFAULT_LIMIT = 20;

/** Opaque, signed keyset cursors. `scope` names the list and its filters; a cursor is valid only for the same scope. */
export class Cursors {
  readonly #secrets: Secrets;

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  encode(scope: string, values: readonly (string | number)[]): string {
    const body = Buffer.from(JSON.stringify(values));
    return Buffer.concat([this.#secrets.sign('cursor', scope, body), body]).toString('base64url');
  }

  /** Throws common.BAD_CURSOR for anything not issued for this list. */
  decode(scope: string, cursor: string | undefined): (string | number)[] | null {
    if (cursor === undefined) return null;
    const bytes = Buffer.from(cursor, 'base64url');
    const body = bytes.subarray(SIGNATURE_BYTES.cursor);
    const signature = bytes.subarray(0, SIGNATURE_BYTES.cursor);
    if (!this.#secrets.isSigned('cursor', signature, scope, body)) {
      throw new WaslError('common.BAD_CURSOR', {
        detail: 'This cursor does not belong to this list. Start again without a cursor.',
      });
    }
    return JSON.parse(body.toString('utf8')) as (string | number)[];
  }

  /**
   * Builds a page of rows read with `limit + 1`.
   * @param keyOf The sort key of a row, for the next page's query.
   */
  page<R, T>(
    scope: string,
    rows: readonly R[],
    limit: number,
    keyOf: (row: R) => readonly (string | number)[],
    render: (row: R) => T,
  ): Page<T> {
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const hasMore = rows.length > limit;
    const nextCursor = hasMore && last !== undefined ? this.encode(scope, keyOf(last)) : null;
    return { data: shown.map(render), page: { nextCursor, hasMore } };
  }

  /**
   * A page of a list ordered by id only.
   * @param read Returns at most so many rows after the one with this id (null: from the start).
   */
  async byId<R extends { id: string }, T>(
    scope: string,
    { limit = DEFAULT_LIMIT, cursor }: { limit?: number; cursor?: string },
    read: (behind: string | null, count: number) => Promise<readonly R[]>,
    render: (row: R) => T,
  ): Promise<Page<T>> {
    const behind = this.decode(scope, cursor)?.[0]?.toString() ?? null;
    return this.page(scope, await read(behind, limit + 1), limit, ({ id }) => [id], render);
  }
}
