import { WaslError } from '../../actors/errors.ts';
import type { Transaction } from '../../db/database.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { Handlers, OperationRequest } from '../kernel/http/operation.ts';
import { signedIn } from '../kernel/http/principal.ts';
import { clearedCookie, refreshCookie } from '../kernel/http/surface-request.ts';
import { AccessTokens } from '../kernel/security/tokens.ts';
import { readAccount } from './account-store.ts';
import { refreshSession } from './refresh-session.ts';
import { registerAccount } from './register-account.ts';
import { renderAccount } from './render-account.ts';
import { confirm, enroll } from './second-factor.ts';
import { revokeSession } from './session-store.ts';
import type { DisconnectAccount, OpenedSession } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { disableFactor, stepUp } from './step-up.ts';

export type CartMerge = components['schemas']['CartMerge'];

/** Takes a guest's cart over into an account's; null when the token names no cart. */
export type MergeGuestCart = (
  trx: Transaction,
  guest: { accountId: string; cartToken: string },
) => Promise<CartMerge | null>;

export type AccountDependencies = Pick<Dependencies, 'config' | 'database' | 'ids' | 'secrets'>;

/** What signing in and out asks of others. */
export interface AccountLinks {
  mergeGuestCart: MergeGuestCart;
  disconnectAccount: DisconnectAccount;
}

type AccountOperation =
  | 'registerAccount'
  | 'login'
  | 'logout'
  | 'refreshSession'
  | 'enrollMfa'
  | 'confirmMfa'
  | 'stepUpMfa'
  | 'disableMfa'
  | 'getMe';

export function accountHandlers(
  deps: AccountDependencies,
  { mergeGuestCart, disconnectAccount }: AccountLinks,
): Pick<Handlers, AccountOperation> {
  const tokens = new AccessTokens(deps.config);

  /** A browser keeps the refresh token where no script can read it; any other client gets it in the body. */
  const answer = async (session: OpenedSession, cartMerge?: CartMerge | null) => {
    const { surface, refreshToken } = session;
    const body: components['schemas']['AuthSession'] = {
      accessToken: await tokens.sign(session),
      tokenType: 'Bearer',
      expiresIn: deps.config.accessTokenLife,
      account: await account(deps, session.accountId),
      ...(surface === 'api' ? { refreshToken } : {}),
      ...(cartMerge === undefined ? {} : { cartMerge }),
    };
    if (surface === 'api') return { body };
    return {
      body,
      headers: { 'Set-Cookie': refreshCookie(surface, refreshToken, deps.config.refreshTokenLife) },
    };
  };

  /** Whatever becomes of the cart, the sign-in stands: it has a transaction of its own. */
  const mergeCart = async (
    request: OperationRequest<'login'> | OperationRequest<'registerAccount'>,
    accountId: string,
  ): Promise<CartMerge | null> => {
    const { cartToken, log } = request;
    if (cartToken === null) return null;
    try {
      return await inTransaction(deps.database, (trx) => mergeGuestCart(trx, { accountId, cartToken }));
    } catch (error) {
      log.error({ err: error }, 'guest cart not merged');
      return null;
    }
  };

  return {
    registerAccount: async (request) => {
      const session = await registerAccount(deps, request.body, request);
      const cartMerge = await mergeCart(request, session.accountId);
      return { status: 201, ...(await answer(session, cartMerge)) };
    },
    login: async (request) => {
      const session = await signIn(deps, request.body, request);
      const cartMerge = await mergeCart(request, session.accountId);
      return { status: 200, ...(await answer(session, cartMerge)) };
    },
    refreshSession: async ({ body, surface, refreshCookie: cookie, log }) => {
      const token = surface === 'api' ? body?.refreshToken : cookie;
      if (token === undefined || token === null)
        throw new WaslError('auth.UNAUTHENTICATED', { detail: 'Send the refresh token.' });
      const session = await refreshSession(deps, { token, surface }, (accountId) => {
        log.warn({ accountId }, 'a rotated refresh token was used again; its session is revoked');
        disconnectAccount(accountId);
      });
      return { status: 200, ...(await answer(session)) };
    },
    logout: async ({ caller, surface }) => {
      const { accountId, sessionId } = signedIn(caller);
      await inTransaction(deps.database, (trx) => revokeSession(trx, sessionId, 'SIGNED_OUT'));
      disconnectAccount(accountId);
      if (surface === 'api') return { status: 204 };
      return { status: 204, headers: { 'Set-Cookie': clearedCookie(surface) } };
    },
    enrollMfa: async ({ caller }) => ({ status: 200, body: await enroll(deps, signedIn(caller).accountId) }),
    confirmMfa: async ({ caller, body }) => {
      const recoveryCodes = await confirm(deps, signedIn(caller), body.code);
      return { status: 200, body: { recoveryCodes } };
    },
    stepUpMfa: async ({ caller, body }) => {
      await stepUp(deps, signedIn(caller), body.code);
      return { status: 204 };
    },
    disableMfa: async ({ caller, body }) => {
      await disableFactor(deps, signedIn(caller), body.code);
      return { status: 204 };
    },
    getMe: async ({ caller }) => ({ status: 200, body: await account(deps, signedIn(caller).accountId) }),
  };
}

async function account(deps: AccountDependencies, id: string): Promise<components['schemas']['Account']> {
  const row = await readAccount(deps.database, id);
  if (row === null) throw new WaslError('common.NOT_FOUND', { detail: 'No such account.' });
  return renderAccount(row);
}
