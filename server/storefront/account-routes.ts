import type { Account } from './account.ts';
import type { AccountChoices } from './account-choices.ts';
import type { AccountContact } from './account-contact.ts';
import type { AccountDevices } from './account-devices.ts';
import type { AccountSecurity } from './account-security.ts';
import type { Notifications } from './notifications.ts';
import type { Routes } from './routes.ts';

/**
 * Operations without an Idempotency-Key: if a form is submitted twice, the second one gets the first one's response.
 */
const ONCE = { once: true } as const;

export interface AccountParts {
  account: Account;
  contact: AccountContact;
  security: AccountSecurity;
  devices: AccountDevices;
  choices: AccountChoices;
  notifications: Notifications;
}

/**
 * A form is posted to the URL of its own page, so that a refused form can be reloaded and switched to the other
 * language.
 */
export function accountRoutes(routes: Routes, parts: AccountParts): void {
  const { account, contact, security, devices, choices, notifications } = parts;
  routes.own('/account', async (asked) => ({ page: await account.overview(asked) }));
  routes.form('/account/sign-out', (sent) => account.signOut(sent));
  routes.own('/account/profile', async (asked) => ({ page: await account.profile(asked) }));
  routes.form('/account/profile', (sent) => account.changeProfile(sent), ONCE);

  for (const [path, what] of [
    ['/account/email', 'EMAIL'],
    ['/account/phone', 'PHONE'],
  ] as const) {
    routes.own(path, async (asked) => ({ page: await contact.page(what, asked) }));
    routes.form(path, (sent) => contact.change(what, sent), ONCE);
    routes.own(`${path}/code`, (asked) => contact.code(what, asked));
    routes.form(`${path}/code`, (sent) => contact.verify(what, sent), ONCE);
  }
  routes.own('/account/phone/removal', (asked) => contact.phoneRemoval(asked));
  routes.form('/account/phone/removal', (sent) => contact.removePhone(sent), ONCE);

  routes.own('/account/security', async (asked) => ({ page: await security.page(asked) }));
  routes.own('/account/security/password', async (asked) => ({ page: await security.password(asked) }));
  routes.form('/account/security/password', (sent) => security.changePassword(sent), ONCE);
  routes.own('/account/security/factor', async (asked) => ({ page: await security.start(asked) }));
  routes.form('/account/security/factor', (sent) => security.enroll(sent), ONCE);
  routes.own('/account/security/factor/code', async () => ({ to: '/account/security/factor' }));
  routes.form('/account/security/factor/code', (sent) => security.confirm(sent), ONCE);
  routes.own('/account/security/factor/off', (asked) => security.turningOff(asked));
  routes.form('/account/security/factor/off', (sent) => security.turnOff(sent), ONCE);
  routes.own('/account/confirm', async (asked) => ({ page: await security.confirmation(asked) }));
  routes.form('/account/confirm', (sent) => security.stepUp(sent), ONCE);

  routes.own('/account/devices', async (asked) => ({ page: await devices.page(asked) }));
  routes.form('/account/devices/join', (sent) => devices.joinApp(sent));
  routes.form('/account/devices/others/end', (sent) => devices.endOthers(sent));
  routes.form('/account/devices/:id/end', (sent) => devices.endSession(sent));
  routes.form('/account/devices/push/:id/remove', (sent) => devices.removePushed(sent));
  routes.form('/account/devices/apps/:id/remove', (sent) => devices.removeApp(sent));

  routes.own('/account/notifications', async (asked) => ({ page: await choices.page(asked) }));
  routes.form('/account/notifications', (sent) => choices.change(sent));
  routes.own('/account/privacy', async (asked) => ({ page: await account.privacy(asked) }));
  routes.form('/account/privacy/data', (sent) => account.download(sent));
  routes.own('/account/closing', async (asked) => ({ page: await account.closing(asked) }));
  routes.form('/account/closing', (sent) => account.close(sent), ONCE);
  routes.own('/account/closed', async () => ({ page: { kind: 'account-closed' } }));

  routes.own('/notifications', async (asked) => ({ page: await notifications.page(asked) }));
  routes.form('/notifications/read-all', (sent) => notifications.readAll(sent));
  routes.form('/notifications/:id/read', (sent) => notifications.read(sent));
}
