import { WaslError } from '../../actors/errors.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Handlers } from '../kernel/http/operation.ts';
import { signedIn } from '../kernel/http/principal.ts';
import { clearedCookie } from '../kernel/http/surface-request.ts';
import { type MergeGuestCart, sessionAnswers, showAccount } from './answer-session.ts';
import { proveOwner } from './prove-owner.ts';
import { refreshSession } from './refresh-session.ts';
import { registerAccount } from './register-account.ts';
import { confirm, enroll } from './second-factor.ts';
import { revokeSession } from './session-store.ts';
import type { DisconnectAccount } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { disableFactor, stepUp } from './step-up.ts';

export type AccountDependencies = Pick<Dependencies, 'config' | 'database' | 'ids' | 'secrets'> & {};

/** What signing in and out needs from other slices. */
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
  const { answer, mergeCart } = sessionAnswers(deps, mergeGuestCart);

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
    refreshSession: async ({ body, surface, refreshCookie: cookie, ip, requestId, log }) => {
      const token = surface === 'api' ? body?.refreshToken : cookie;
      if (token === undefined || token === null)
        throw new WaslError('auth.UNAUTHENTICATED', { detail: 'Send the refresh token.' });
      const session = await refreshSession(deps, { token, surface, ip, requestId }, (accountId) => {
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
    enrollMfa: async ({ caller, body, requestId }) => {
      const { currentPassword, replace = false } = body;
      await proveOwner(deps, signedIn(caller), { currentPassword, requestId });
      return { status: 200, body: await enroll(deps, signedIn(caller), { replace }) };
    },
    confirmMfa: async ({ caller, body, requestId, ip }) => {
      const recoveryCodes = await confirm(deps, { caller: signedIn(caller), requestId, ip }, body.code);
      return { status: 200, body: { recoveryCodes } };
    },
    stepUpMfa: async ({ caller, body }) => {
      await stepUp(deps, signedIn(caller), body.code);
      return { status: 204 };
    },
    disableMfa: async ({ caller, body, requestId, ip }) => {
      await disableFactor(deps, { caller: signedIn(caller), requestId, ip }, body);
      return { status: 204 };
    },
    getMe: async ({ caller }) => ({
      status: 200,
      body: await showAccount(deps.database, signedIn(caller).accountId),
    }),
  };
}
