import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { createApi } from '../api/client.ts';
import { NoAnswerError, ProblemError } from '../api/problem.ts';
import { LocaleProvider, useLocaleChoice } from '../i18n/locale.tsx';
import { useSharedText } from '../i18n/shared-texts.ts';
import { LiveProvider } from '../live-store/live-context.tsx';
import { Session } from '../session/session.ts';
import { SessionProvider, useSessionState } from '../session/session-context.tsx';
import type { SurfaceName } from '../session/session-state.ts';
import { SignInPage } from '../session/sign-in-page.tsx';
import { ThemeProvider } from '../theme/theme.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import styles from './console-app.module.css';

export interface ConsoleAppProps {
  surface: SurfaceName;
  /** The console's name, its line under it, and the role it is for, in the reader's language. */
  useWords(): { console: string; tagline: string; role: string };
  /** What is shown to those who are signed in. */
  children: ReactNode;
}

/** Everything a console stands on: language, theme, session, queries and the live connection. */
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
      <QueryClientProvider client={scope.queries}>
        <LiveProvider>
          <Door useWords={useWords}>{children}</Door>
        </LiveProvider>
      </QueryClientProvider>
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
  const queries = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && mayPass(error) },
      mutations: { retry: false },
    },
  });
  return { session, api, queries };
}

/** A refusal stays one; silence and an overloaded service may not. */
function mayPass(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof ProblemError && error.status >= 500);
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
  if (state.kind === 'starting') {
    return (
      <main className={styles.starting} aria-busy="true">
        <h1 className="visually-hidden">{words.console}</h1>
        <p role="status">{t('loading')}</p>
      </main>
    );
  }
  if (state.kind === 'signed-out') return <SignInPage {...words} reason={state.reason} />;
  return children;
}
