import { useSyncExternalStore } from 'react';
import { type AccountSection, accountSection } from '../../shared/account/account-sections.ts';

/** The app's places below its path; each can be shared, reloaded and returned to. */
export type Place =
  | { screen: 'work' | 'route' | 'cash' | 'more' | 'steps' | 'notifications' | 'settings' }
  | { screen: 'account'; section: AccountSection }
  | { screen: 'task'; taskId: string };

const BASE = '/driver/';
const SCREENS = ['route', 'cash', 'more', 'steps', 'notifications', 'settings'] as const;
const listeners = new Set<() => void>();

export function placeOf(path: string): Place {
  const [name = '', id = ''] = path.startsWith(BASE) ? path.slice(BASE.length).split('/') : [];
  if (name === 'tasks' && /^[0-9a-f-]{36}$/.test(id)) return { screen: 'task', taskId: id };
  if (name === 'account') return { screen: 'account', section: accountSection(id) };
  const screen = SCREENS.find((known) => known === name);
  return { screen: screen ?? 'work' };
}

export function pathOf(place: Place): string {
  if (place.screen === 'task') return `${BASE}tasks/${place.taskId}`;
  if (place.screen === 'account') return `${BASE}account/${place.section}`;
  return place.screen === 'work' ? BASE : BASE + place.screen;
}

export function go(place: Place, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', pathOf(place));
  else history.pushState(null, '', pathOf(place));
  document.getElementById('main')?.scrollTo(0, 0);
  tell();
}

export function usePath(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) window.addEventListener('popstate', tell);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('popstate', tell);
  };
}
