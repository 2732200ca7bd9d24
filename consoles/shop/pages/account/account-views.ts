import type {
  AccountPage,
  NotificationsPage as Bell,
} from '../../../../server/storefront/account-page-models.ts';
import type { PageViews } from '../../parts/page-view.ts';
import { ChoicesPage } from './choices-page.tsx';
import { ContactCodePage, ContactPage, PhoneRemovalPage, ProfilePage } from './contact-pages.tsx';
import { DevicesPage } from './devices-page.tsx';
import { NotificationsPage } from './notifications-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { ClosedPage, ClosingPage, PrivacyPage } from './privacy-pages.tsx';
import {
  ConfirmPage,
  FactorKeyPage,
  FactorOffPage,
  FactorStartPage,
  PasswordPage,
  RecoveryCodesPage,
  SecurityPage,
} from './security-pages.tsx';

export const accountViews: PageViews<AccountPage | Bell> = {
  account: { Body: OverviewPage, title: (_, { t }) => t('account.title') },
  'account-profile': { Body: ProfilePage, title: (_, { t }) => t('profile.title') },
  'account-contact': {
    Body: ContactPage,
    title: ({ contact }, { t }) => t(`contact.change.${contact}`),
  },
  'account-code': { Body: ContactCodePage, title: (_, { t }) => t('contact.code.title') },
  'account-phone-removal': { Body: PhoneRemovalPage, title: (_, { t }) => t('contact.remove.PHONE') },
  'account-security': { Body: SecurityPage, title: (_, { t }) => t('section.security') },
  'account-password': { Body: PasswordPage, title: (_, { t }) => t('password.title') },
  'factor-start': { Body: FactorStartPage, title: (_, { t }) => t('factor.title') },
  'factor-key': { Body: FactorKeyPage, title: (_, { t }) => t('factor.title') },
  'recovery-codes': { Body: RecoveryCodesPage, title: (_, { t }) => t('recovery.title') },
  'factor-off': { Body: FactorOffPage, title: (_, { t }) => t('factor.turnOff.title') },
  'account-confirm': { Body: ConfirmPage, title: (_, { t }) => t('stepUp.title') },
  'account-devices': { Body: DevicesPage, title: (_, { t }) => t('section.devices') },
  'account-choices': { Body: ChoicesPage, title: (_, { t }) => t('account.choices') },
  'account-privacy': { Body: PrivacyPage, title: (_, { t }) => t('account.privacy') },
  'account-closing': { Body: ClosingPage, title: (_, { t }) => t('closing.title') },
  'account-closed': { Body: ClosedPage, title: (_, { t }) => t('closed.title') },
  notifications: { Body: NotificationsPage, title: (_, { t }) => t('bell.title') },
};
