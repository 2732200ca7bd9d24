import type { Database } from '../../../db/database.ts';
import type { components } from '../http/api-types.ts';
import type { Handlers } from '../http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../http/page.ts';
import type { Secrets } from '../security/secrets.ts';
import { type AuditEntry, readAudit } from './audit-store.ts';

/** Operations on the audit log, for administrators. */
export function auditHandlers(deps: { database: Database; secrets: Secrets }): Pick<Handlers, 'getAuditLog'> {
  const cursors = new Cursors(deps.secrets);
  return {
    getAuditLog: async ({ query }) => {
      const { limit = DEFAULT_LIMIT, cursor, ...asked } = query;
      const scope = `audit-log:${JSON.stringify(asked, Object.keys(asked).sort())}`;
      const { accountId = null, action = null, subjectType = null, subjectId = null, ip = null } = asked;
      const filter = {
        ...{ accountId, action, subjectType, subjectId, ip, changed: null },
        ...{ from: momentOf(asked.from), to: momentOf(asked.to) },
      };
      const key = cursors.decode(scope, cursor);
      const before = key === null ? null : { at: new Date(String(key[0])), id: String(key[1]) };
      const rows = await readAudit(deps.database, filter, before, limit + 1);
      const placeOf = (row: AuditEntry) => [row.at.toISOString(), row.id];
      return { status: 200, body: cursors.page(scope, rows, limit, placeOf, render) };
    },
  };
}

function momentOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text);
}

function render(entry: AuditEntry): components['schemas']['AuditEntry'] {
  return { ...entry, at: entry.at.toISOString() };
}
