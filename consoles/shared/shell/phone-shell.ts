/** What a page may ask of the phone app around it: see consoles/phones/java/qa/wasl/phone/shell/PageBridge.java. */
interface WaslShell {
  about(): string;
  state(): string;
  signedIn(accountId: string, token: string): void;
  signedOut(): void;
  duty(activity: string): void;
  share(title: string, url: string): void;
  badge(unread: number): void;
  save(name: string, type: string, base64: string): void;
}

/** The app around the page. */
export interface AboutShell {
  app: 'BUYER' | 'SELLER' | 'DRIVER';
  version: string;
  code: number;
}

/** What the driver's service behind the page does. */
export interface ShiftState {
  activity: string;
  location: 'OFF' | 'SEARCHING' | 'FOUND' | 'DENIED' | 'UNAVAILABLE';
  /** What happened to the last positions that were sent. */
  reporting: 'SENT' | 'WAITING' | 'NOT_OUR_SERVER' | 'SIGNED_OUT';
  /** Positions that the service has not confirmed. */
  waiting: number;
  fix: { latitude: number; longitude: number; accuracy: number; at: number } | null;
}

const STATE_EVENT = 'wasl-shell';

/** The app that this page runs in, with its answers read. */
export class PhoneShell {
  readonly about: AboutShell;
  readonly #shell: WaslShell;

  constructor(shell: WaslShell) {
    this.#shell = shell;
    this.about = JSON.parse(shell.about()) as AboutShell;
  }

  /** Gives the app its device token. */
  signedIn(accountId: string, token: string): void {
    this.#shell.signedIn(accountId, token);
  }

  signedOut(): void {
    this.#shell.signedOut();
  }

  /** What the driver is doing: decides how often the app measures positions. */
  duty(activity: string): void {
    this.#shell.duty(activity);
  }

  share(title: string, url: string): void {
    this.#shell.share(title, url);
  }

  badge(unread: number): void {
    this.#shell.badge(unread);
  }

  /** Has the user choose where the file goes: a WebView cannot save what a page has made. */
  async save(name: string, file: Blob): Promise<void> {
    const bytes = new Uint8Array(await file.arrayBuffer());
    let text = '';
    // In parts: the arguments of a call are limited.
    for (let at = 0; at < bytes.length; at += 8_192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
    this.#shell.save(name, file.type || 'application/octet-stream', btoa(text));
  }

  state(): ShiftState {
    return JSON.parse(this.#shell.state()) as ShiftState;
  }

  /** Calls back with each change. Returns a function that ends it. */
  follow(changed: (state: ShiftState) => void): () => void {
    const hear = (event: Event) => changed(JSON.parse((event as CustomEvent<string>).detail) as ShiftState);
    window.addEventListener(STATE_EVENT, hear);
    return () => window.removeEventListener(STATE_EVENT, hear);
  }
}

/** The phone app around this page; null in a browser. */
export const phoneShell: PhoneShell | null = findShell();

function findShell(): PhoneShell | null {
  const shell = (globalThis as { WaslShell?: WaslShell }).WaslShell;
  return shell === undefined ? null : new PhoneShell(shell);
}
