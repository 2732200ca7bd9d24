import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';

export type ThemeChoice = 'system' | 'light' | 'dark';
export type Theme = 'light' | 'dark';

interface ThemeState {
  choice: ThemeChoice;
  /** The theme in effect. */
  theme: Theme;
  choose(choice: ThemeChoice): void;
}

const STORED = 'wasl.theme';
const darkSystem = window.matchMedia('(prefers-color-scheme: dark)');
const ThemeContext = createContext<ThemeState | null>(null);

function storedChoice(): ThemeChoice {
  const stored = localStorage.getItem(STORED);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

function themeOf(choice: ThemeChoice, systemIsDark: boolean): Theme {
  if (choice !== 'system') return choice;
  return systemIsDark ? 'dark' : 'light';
}

/** Called before the first paint, so that a dark page does not flash white. */
export function applyTheme(theme = themeOf(storedChoice(), darkSystem.matches)): void {
  document.documentElement.dataset.theme = theme;
  const background = getComputedStyle(document.documentElement).getPropertyValue('--color-canvas').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', background);
}

export function ThemeProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState(storedChoice);
  const systemIsDark = useSyncExternalStore(watchSystem, () => darkSystem.matches);
  const theme = themeOf(choice, systemIsDark);
  useEffect(() => applyTheme(theme), [theme]);
  const value = useMemo(
    () => ({
      choice,
      theme,
      choose(chosen: ThemeChoice) {
        localStorage.setItem(STORED, chosen);
        setChoice(chosen);
      },
    }),
    [choice, theme],
  );
  return <ThemeContext value={value}>{children}</ThemeContext>;
}

export function useTheme(): ThemeState {
  const value = useContext(ThemeContext);
  if (value === null) throw new Error('ThemeProvider is missing');
  return value;
}

function watchSystem(listener: () => void): () => void {
  darkSystem.addEventListener('change', listener);
  return () => darkSystem.removeEventListener('change', listener);
}
