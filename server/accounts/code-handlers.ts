import { WaslError } from '../../actors/errors.ts';
import { inTransaction } from '../../db/unit-of-work.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Handlers } from '../kernel/http/operation.ts';
import { signedIn } from '../kernel/http/principal.ts';
import type { Surface } from '../kernel/security/tokens.ts';
import type { AccountDependencies, AccountLinks } from './account-handlers.ts';
import { sessionAnswers, showAccount } from './answer-session.ts';
import { askForCode } from './ask-for-code.ts';
import type { CodePurpose } from './one-time-code-store.ts';
import { CODE_LIFE_S, type CodeAddress } from './one-time-codes.ts';
import { changePassword, resetPassword } from './passwords.ts';
import { askForEmailCode, updateMe, verifyEmail, verifyPhone } from './profile.ts';
import { signInByCode } from './sign-in-by-code.ts';

export type CodeDependencies = AccountDependencies & Pick<Dependencies, 'clock'>;

type CodeOperation =
  | 'requestSignInCode'
  | 'signInByCode'
  | 'forgotPassword'
  | 'resetPassword'
  | 'requestEmailVerification'
  | 'verifyEmail'
  | 'verifyPhone'
  | 'updateMe'
  | 'changePassword';

/** Operations: signing in by code, resetting a password, and changing one's own profile. */
export function codeHandlers(
  deps: CodeDependencies,
  { mergeGuestCart, disconnectAccount }: AccountLinks,
): Pick<Handlers, CodeOperation> {
  const { answer, mergeCart } = sessionAnswers(deps, mergeGuestCart);

  /** Responds before anything looks up whether an account has the address. */
  const ask = async (
    purpose: CodePurpose,
    address: CodeAddress,
    { locale, surface, requestId }: { locale: 'en' | 'ar'; surface: Surface; requestId: string },
  ) => {
    const asked = { purpose, address, locale, surface, accountId: null, requestId };
    await inTransaction(deps.database, (trx) => askForCode(trx, deps, asked));
    const life = purpose === 'PASSWORD_RESET' ? CODE_LIFE_S.link : CODE_LIFE_S.code;
    return { status: 202, body: { expiresIn: life } };
  };

  return {
    requestSignInCode: (request) => ask('SIGN_IN', addressOf(request.body), request),
    signInByCode: async (request) => {
      const { code, mfaToken, displayName, locale = request.locale } = request.body;
      const asked = { address: addressOf(request.body), code, mfaToken, displayName, locale };
      const session = await signInByCode(deps, asked, request, disconnectAccount);
      const cartMerge = await mergeCart(request, session.accountId);
      return { status: 200, ...(await answer(session, cartMerge)) };
    },
    forgotPassword: (request) => ask('PASSWORD_RESET', { email: request.body.email }, request),
    resetPassword: async (request) => {
      await resetPassword(deps, request.body, asking(request), disconnectAccount);
      return { status: 204 };
    },
    requestEmailVerification: async (request) => {
      await askForEmailCode(deps, signedIn(request.caller), asking(request));
      return { status: 202, body: { expiresIn: CODE_LIFE_S.code } };
    },
    verifyEmail: async (request) => {
      const { email, code } = request.body;
      const caller = signedIn(request.caller);
      await verifyEmail(deps, caller, { email, code }, asking(request));
      return { status: 200, body: await showAccount(deps.database, caller.accountId) };
    },
    verifyPhone: async (request) => {
      const caller = signedIn(request.caller);
      await verifyPhone(deps, caller, request.body, asking(request));
      return { status: 200, body: await showAccount(deps.database, caller.accountId) };
    },
    updateMe: async (request) => {
      const caller = signedIn(request.caller);
      const awaiting = await updateMe(deps, caller, request.body, asking(request));
      return { status: 200, body: { account: await showAccount(deps.database, caller.accountId), awaiting } };
    },
    changePassword: async (request) => {
      await changePassword(deps, signedIn(request.caller), request.body, asking(request), disconnectAccount);
      return { status: 204 };
    },
  };
}

function asking({ requestId, ip }: { requestId: string; ip: string }) {
  return { requestId, ip };
}

/** Throws common.VALIDATION_FAILED unless exactly one of the two is given. */
function addressOf({ email, phone }: { email?: string; phone?: string }): CodeAddress {
  if (email !== undefined && phone === undefined) return { email };
  if (phone !== undefined && email === undefined) return { phone };
  const message = 'must be either an e-mail or a phone';
  throw new WaslError('common.VALIDATION_FAILED', {
    detail: 'Send either an e-mail or a phone.',
    errors: [{ pointer: '/email', code: 'oneOf', message }],
  });
}
