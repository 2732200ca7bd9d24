import type { EntryPage } from '../../../../server/storefront/sign-in-page-models.ts';
import type { PageViews } from '../../parts/page-view.ts';
import { ForgotPasswordPage, InvitationPage, ResetPasswordPage, VerifyEmailPage } from './mailbox-pages.tsx';
import { AskCodePage, EnterCodePage, RegisterPage, SignInPage } from './sign-in-page.tsx';
import { SignedInPage } from './signed-in-page.tsx';

export const signInViews: PageViews<EntryPage> = {
  'sign-in': { Body: SignInPage, title: (_, { t }) => t('signIn') },
  'ask-code': { Body: AskCodePage, title: (_, { t }) => t('codeTitle') },
  'enter-code': { Body: EnterCodePage, title: (_, { t }) => t('enterTitle') },
  register: { Body: RegisterPage, title: (_, { t }) => t('registerTitle') },
  'forgot-password': { Body: ForgotPasswordPage, title: (_, { t }) => t('forgotTitle') },
  'reset-password': { Body: ResetPasswordPage, title: (_, { t }) => t('resetTitle') },
  'verify-email': { Body: VerifyEmailPage, title: (_, { t }) => t('verifyTitle') },
  invitation: { Body: InvitationPage, title: (_, { t }) => t('invitationTitle') },
  'signed-in': { Body: SignedInPage, title: (_, { t }) => t('signedInTitle') },
};
