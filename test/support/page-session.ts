import { inTransaction } from '../../db/unit-of-work.ts';
import { openSession } from '../../server/accounts/sessions.ts';
import type { TestService } from './service.ts';

/** Signs an account in to the shop's pages without the sign-in form. Returns the value of the session cookie. */
export async function openPageSession(
  service: Pick<TestService, 'inside'>,
  accountId: string,
  userAgent = 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
): Promise<string> {
  const { deps } = service.inside;
  const origin = { ip: '203.0.113.24', userAgent };
  const start = { accountId, surface: 'shop', mfa: false } as const;
  const session = await inTransaction(deps.database, (trx) => openSession(trx, deps, origin, start));
  return session.refreshToken;
}
