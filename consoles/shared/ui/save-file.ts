import { isInShell } from '../shell/in-shell.ts';

/** Downloads a text made here, or a file that was fetched. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const file = new Blob([content], { type });
  if (isInShell) {
    void import('../shell/phone-shell.ts').then(({ phoneShell }) => phoneShell?.save(name, file));
    return;
  }
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Delayed: some browsers read the URL only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
