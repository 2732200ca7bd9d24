import type { MailboxPages } from './mailbox-pages.ts';
import type { FormOptions, Routes } from './routes.ts';
import type { SignInPages } from './sign-in-pages.ts';

/** Pages used without a session, and those that links in messages lead to. */
export function signInRoutes(routes: Routes, entry: SignInPages, mailbox: MailboxPages): void {
  const once: FormOptions = { once: true, stale: (asked, next) => entry.stale(asked, next) };
  routes.own('/sign-in', async (asked) => entry.page(asked));
  routes.form('/sign-in', (sent) => entry.signIn(sent), once);
  routes.own('/sign-in/code', async (asked) => entry.codePage(asked));
  routes.form('/sign-in/code', (sent) => entry.askForCode(sent), once);
  routes.own('/sign-in/code/enter', async (asked) => entry.enterCodePage(asked));
  routes.form('/sign-in/code/enter', (sent) => entry.signInByCode(sent), once);
  routes.own('/register', async (asked) => entry.registerPage(asked));
  routes.form('/register', (sent) => entry.register(sent), once);
  routes.own('/signed-in', (asked) => entry.signedInPage(asked));

  routes.own('/forgot-password', async (asked) => mailbox.forgotPage(asked));
  routes.form('/forgot-password', (sent) => mailbox.forgot(sent), { once: true });
  routes.own('/reset-password', async (asked) => mailbox.resetPage(asked));
  routes.form('/reset-password', (sent) => mailbox.reset(sent), { once: true });
  routes.own('/verify-email', (asked) => mailbox.verifyPage(asked));
  routes.form('/verify-email', (sent) => mailbox.verify(sent), { once: true });
  routes.own('/invitation', (asked) => mailbox.invitationPage(asked));
  routes.form('/invitation', (sent) => mailbox.accept(sent), { once: true });
}
