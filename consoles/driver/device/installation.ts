import { isInShell } from '../../shared/shell/in-shell.ts';
import { ExternalStore } from '../../shared/state/external-store.ts';

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

type InstallState = 'impossible' | 'possible' | 'installed';

let prompt: InstallPrompt | null = null;
const state = new ExternalStore<InstallState>(isInstalled() ? 'installed' : 'impossible');

/** Whether the browser offers to install the app, and a function to accept the offer. */
export const installation = {
  subscribe: state.subscribe,
  get: state.get,
  async install(): Promise<void> {
    await prompt?.prompt();
    prompt = null;
    if (state.get() === 'possible') state.set('impossible');
  },
};

/** Called at startup: the browser offers only once. */
export function watchInstallation(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    prompt = event as InstallPrompt;
    state.set('possible');
  });
  window.addEventListener('appinstalled', () => state.set('installed'));
}

function isInstalled(): boolean {
  return isInShell || window.matchMedia('(display-mode: standalone)').matches;
}
