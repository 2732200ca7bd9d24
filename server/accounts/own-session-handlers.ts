import { WaslError } from '../../actors/errors.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import { recordAudit } from '../kernel/audit/audit.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { Handlers } from '../kernel/http/operation.ts';
import { Cursors, DEFAULT_LIMIT } from '../kernel/http/page.ts';
import { signedIn } from '../kernel/http/principal.ts';
import { clearedCookie } from '../kernel/http/surface-request.ts';
import { deviceOf } from './device.ts';
import { endOneSession, readSessions, type SessionRow } from './session-list-store.ts';
import { endSessions } from './session-store.ts';
import type { DisconnectAccount } from './sessions.ts';

/** Operations: listing one's own sessions, and ending one of them or all others. */
export function ownSessionHandlers(
  { database, secrets }: Pick<Dependencies, 'database' | 'secrets'>,
  { disconnectAccount }: { disconnectAccount: DisconnectAccount },
): Pick<Handlers, 'listSessions' | 'endSession' | 'endOtherSessions'> {
  const cursors = new Cursors(secrets);

  return {
    listSessions: async ({ caller, query }) => {
      const { accountId, sessionId } = signedIn(caller);
      const { limit = DEFAULT_LIMIT } = query;
      const scope = `sessions:${accountId}`;
      const [before = null] = cursors.decode(scope, query.cursor) ?? [];
      const rows = await readSessions(
        database,
        accountId,
        before === null ? null : String(before),
        limit + 1,
      );
      const render = (row: SessionRow) => renderSession(row, sessionId);
      return { status: 200, body: cursors.page(scope, rows, limit, (row) => [row.id], render) };
    },

    endSession: async ({ caller, params, surface, requestId, ip }) => {
      const { accountId, sessionId } = signedIn(caller);
      await inTransaction(database, async (trx) => {
        if (!(await endOneSession(trx, accountId, params.id, 'ENDED_BY_OWNER')))
          throw new WaslError('common.NOT_FOUND', { detail: 'No such session.' });
        const subject = { subjectType: 'SESSION', subjectId: params.id } as const;
        await recordAudit(trx, { by: caller, action: 'endSession', ...subject, requestId, ip });
      });
      disconnectAccount(accountId);
      if (params.id !== sessionId || surface === 'api') return { status: 204 };
      return { status: 204, headers: { 'Set-Cookie': clearedCookie(surface) } };
    },

    endOtherSessions: async ({ caller, requestId, ip }) => {
      const { accountId, sessionId } = signedIn(caller);
      const ended = await inTransaction(database, async (trx) => {
        const ids = await endSessions(trx, accountId, 'ENDED_BY_OWNER', { except: sessionId });
        if (ids.length > 0) {
          const subject = { subjectType: 'ACCOUNT', subjectId: accountId } as const;
          const data = { sessions: ids.length };
          await recordAudit(trx, { by: caller, action: 'endOtherSessions', ...subject, requestId, ip, data });
        }
        return ids.length;
      });
      if (ended > 0) disconnectAccount(accountId);
      return { status: 200, body: { ended } };
    },
  };
}

function renderSession(row: SessionRow, currentId: string): components['schemas']['Session'] {
  return {
    id: row.id,
    current: row.id === currentId,
    surface: row.surface,
    device: { ...deviceOf(row.user_agent), userAgent: row.user_agent },
    place: { signedInFrom: row.ip, lastSeenFrom: row.last_ip },
    signedInAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    endsAt: row.expires_at.toISOString(),
    secondFactorAt: row.mfa_at?.toISOString() ?? null,
  };
}
