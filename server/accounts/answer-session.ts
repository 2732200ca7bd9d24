import { WaslError } from '../../actors/errors.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { OperationRequest } from '../kernel/http/operation.ts';
import { refreshCookie } from '../kernel/http/surface-request.ts';
import { AccessTokens } from '../kernel/security/tokens.ts';
import { readAccount } from './account-store.ts';
import { renderAccount } from './render-account.ts';
import type { OpenedSession } from './sessions.ts';

export type CartMerge = components['schemas']['CartMerge'];

/** Merges a guest's cart into an account's cart. Null if the token matches no cart. */
export type MergeGuestCart = (
  trx: Transaction,
  guest: { accountId: string; cartToken: string },
) => Promise<CartMerge | null>;

/** What an operation that opens a session may receive along with a guest's cart. */
type OpensSession = Pick<OperationRequest<'login'>, 'cartToken' | 'log'>;

interface SessionAnswer {
  body: components['schemas']['AuthSession'];
  headers?: Record<string, string>;
}

export interface SessionAnswers {
  /** A browser gets the refresh token as an HttpOnly cookie; any other client gets it in the body. */
  answer(session: OpenedSession, cartMerge?: CartMerge | null): Promise<SessionAnswer>;
  /** Runs in its own transaction, so the sign-in stands even if merging the cart fails. */
  mergeCart(request: OpensSession, accountId: string): Promise<CartMerge | null>;
}

/** Builds the response of every operation that opens or continues a session. */
export function sessionAnswers(
  deps: Pick<Dependencies, 'config' | 'database'>,
  mergeGuestCart: MergeGuestCart,
): SessionAnswers {
  const tokens = new AccessTokens(deps.config);
  return {
    answer: async (session, cartMerge) => {
      const { surface, refreshToken } = session;
      const body: components['schemas']['AuthSession'] = {
        accessToken: tokens.sign(session),
        tokenType: 'Bearer',
        expiresIn: deps.config.accessTokenLife,
        account: await showAccount(deps.database, session.accountId),
        ...(surface === 'api' ? { refreshToken } : {}),
        ...(cartMerge === undefined ? {} : { cartMerge }),
      };
      if (surface === 'api') return { body };
      return {
        body,
        headers: { 'Set-Cookie': refreshCookie(surface, refreshToken, deps.config.refreshTokenLife) },
      };
    },
    mergeCart: async ({ cartToken, log }, accountId) => {
      if (cartToken === null) return null;
      try {
        return await inTransaction(deps.database, (trx) => mergeGuestCart(trx, { accountId, cartToken }));
      } catch (error) {
        log.error({ err: error }, 'guest cart not merged');
        return null;
      }
    },
  };
}

/** Throws common.NOT_FOUND. */
export async function showAccount(database: Database, id: string): Promise<components['schemas']['Account']> {
  const row = await readAccount(database, id);
  if (row === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such account.' });
  return renderAccount(row);
}
