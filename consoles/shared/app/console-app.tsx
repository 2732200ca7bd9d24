import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { createApi } from '../api/client.ts';
import { LocaleProvider, useLocaleChoice } from '../i18n/locale.tsx';
import { useSharedText } from '../i18n/shared-texts.ts';
import { LiveProvider } from '../live-store/live-context.tsx';
import { Session } from '../session/session.ts';
import { SessionProvider, useSessionState } from '../session/session-context.tsx';
import type { SurfaceName } from '../session/session-state.ts';
import { ThemeProvider } from '../theme/theme.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import styles from './console-app.module.css';

/** Whoever is signed in need not load it. */
const SignInPage = lazy(async () => ({
  default: (await import('../session/sign-in-page.tsx')).SignInPage,
}));

export interface ConsoleAppProps {
  surface: SurfaceName;
  /** The console's name, its line under it, and the role it is for, in the reader's language. */
  useWords(): { console: string; tagline: string; role: string };
  /** What is shown to those who are signed in. */
  children: ReactNode;
}

/** Everything a console stands on: language, theme, session and the live connection. */
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

function Scoped({ surface, useWords, children }: ConsoleAppProps) {
  const [scope] = useState(() => openScope(surface));
  return (
    <SessionProvider session={scope.session} api={scope.api}>
      <LiveProvider>
        <Door useWords={useWords}>{children}</Door>
      </LiveProvider>
    </SessionProvider>
  );
}

/** The page's language, for calls made outside of any component. */
const pageLocale = () => (document.documentElement.lang === 'ar' ? 'ar' : 'en');

function openScope(surface: SurfaceName) {
  const session = new Session({ surface, locale: pageLocale });
  const api = createApi({
    url: location.origin,
    locale: pageLocale,
    token: (why, refused) => session.token(why, refused),
    onRefused: (code) => session.refused(code),
  });
  return { session, api };
}

function Door({ useWords, children }: Pick<ConsoleAppProps, 'useWords' | 'children'>) {
  const t = useSharedText();
  const words = useWords();
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
  if (state.kind === 'starting') return starting;
  return (
    <Suspense fallback={starting}>
      {state.kind === 'signed-out' ? <SignInPage {...words} reason={state.reason} /> : children}
    </Suspense>
  );
}
