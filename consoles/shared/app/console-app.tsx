import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { createApi } from '../api/client.ts';
import { LocaleProvider, useLocaleChoice } from '../i18n/locale.tsx';
import { useSharedText } from '../i18n/shared-texts.ts';
import { LiveProvider } from '../live-store/live-context.tsx';
import { limitedUntil, noteLimited } from '../notices/limited.ts';
import { takeResetToken } from '../session/reset-link.ts';
import { Session } from '../session/session.ts';
import { SessionProvider, useSession, useSessionState, useStepUp } from '../session/session-context.tsx';
import type { SurfaceName } from '../session/session-state.ts';
import { StepUp } from '../session/step-up.ts';
import { isInShell } from '../shell/in-shell.ts';
import { ThemeProvider } from '../theme/theme.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import styles from './console-app.module.css';

/** Not needed by a session that is already signed in. */
const SignInPage = lazy(async () => ({
  default: (await import('../session/sign-in-page.tsx')).SignInPage,
}));
/** Loaded on demand: rarely needed. */
const LimitedNotice = lazy(async () => ({
  default: (await import('../notices/limited-notice.tsx')).LimitedNotice,
}));
/** Loaded on demand: rarely needed. */
const StepUpDialog = lazy(async () => ({
  default: (await import('../session/step-up-dialog.tsx')).StepUpDialog,
}));

export interface ConsoleAppProps {
  surface: SurfaceName;
  /** The console's name, its line under it, and the role it is for, in the reader's language. */
  useWords(): { console: string; tagline: string; role: string };
  /** Shown below the sign-in, for people who have no access yet. */
  belowSignIn?: ReactNode;
  /** Shown to those signed in. */
  children: ReactNode;
}

/** What every console is built on: language, theme, session and the live connection. */
export function ConsoleApp(props: ConsoleAppProps) {
  return (
    <LocaleProvider>
      <ThemeProvider>
        <ErrorBoundary>
          <Scoped {...props} />
        </ErrorBoundary>
      </ThemeProvider>
    </LocaleProvider>
  );
}

function Scoped({ surface, useWords, belowSignIn, children }: ConsoleAppProps) {
  const [scope] = useState(() => openScope(surface));
  return (
    <SessionProvider {...scope}>
      <LiveProvider>
        <Door useWords={useWords} belowSignIn={belowSignIn}>
          {children}
        </Door>
      </LiveProvider>
    </SessionProvider>
  );
}

/** The page's language, for calls made outside components. */
const pageLocale = () => (document.documentElement.lang === 'ar' ? 'ar' : 'en');

function openScope(surface: SurfaceName) {
  const session = new Session({ surface, locale: pageLocale });
  const stepUp = new StepUp();
  const api = createApi({
    url: location.origin,
    locale: pageLocale,
    token: (why, refused) => session.token(why, refused),
    onRefused: (code) => session.refused(code),
    onLimited: noteLimited,
    onStepUp: () => stepUp.ask(),
  });
  if (isInShell) void import('../session/join-shell.ts').then(({ joinShell }) => joinShell(session, api));
  return { session, api, stepUp };
}

function Door({ useWords, belowSignIn, children }: Omit<ConsoleAppProps, 'surface'>) {
  const t = useSharedText();
  const words = useWords();
  const session = useSession();
  const state = useSessionState();
  const { suggest } = useLocaleChoice();
  const locale = state.kind === 'signed-in' ? state.account.locale : null;
  useEffect(() => {
    if (locale !== null) suggest(locale);
  }, [locale, suggest]);
  useEffect(() => {
    document.title = `${words.console} · ${t('brand.name')}`;
  }, [words.console, t]);
  const starting = (
    <main className={styles.starting} aria-busy="true">
      <h1 className="visually-hidden">{words.console}</h1>
      <p role="status">{t('loading')}</p>
    </main>
  );
  const [resetToken, setResetToken] = useState(takeResetToken);
  if (state.kind === 'starting' && resetToken === null) return starting;
  // A reset link may be opened in a browser that is still signed in.
  if (state.kind === 'signed-in' && resetToken === null) {
    return (
      <Suspense fallback={starting}>
        {children}
        <StepUpDoor />
        <LimitedDoor />
      </Suspense>
    );
  }
  return (
    <Suspense fallback={starting}>
      <SignInPage
        {...words}
        reason={state.kind === 'signed-out' ? state.reason : null}
        resetToken={resetToken}
        onResetLeft={() => {
          setResetToken(null);
          // A new password ends the session in this browser, if any: ask the service.
          void session.token('refused').catch(() => undefined);
        }}
      >
        {belowSignIn}
      </SignInPage>
    </Suspense>
  );
}

/** Asks for an authenticator code when a call needs a fresh one. */
function StepUpDoor() {
  const { wanted } = useStepUp();
  const open = useSyncExternalStore(wanted.subscribe, wanted.get);
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <StepUpDialog />
    </Suspense>
  );
}

function LimitedDoor() {
  const until = useSyncExternalStore(limitedUntil.subscribe, limitedUntil.get);
  if (until === null) return null;
  return (
    <Suspense fallback={null}>
      <LimitedNotice until={until} />
    </Suspense>
  );
}
