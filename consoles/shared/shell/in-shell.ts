/** Whether this page runs in one of the phone apps. Apart, so that a browser loads nothing more than this. */
export const isInShell = 'WaslShell' in globalThis;
