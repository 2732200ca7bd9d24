import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';

export interface WatchOptions {
  /** Console errors that this test causes on purpose. */
  expected?: readonly RegExp[];
}

/**
 * A refused request is a valid response, which Chromium logs as an error; the tests decide which refusals are right.
 */
const REFUSED_CALL = /\/api\/v1\//;
/** Ignored, since a test that takes the network away causes them: the page must report the outage itself. */
const NETWORK =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_|FAILED|ABORTED|NETWORK_CHANGED)|WebSocket connection to/;

/**
 * Collects what a page must never do: uncaught errors, console errors, violations of its own content security policy.
 */
export class PageWatch {
  readonly #faults: string[] = [];
  readonly #expected: readonly RegExp[];

  constructor({ expected = [] }: WatchOptions = {}) {
    this.#expected = expected;
  }

  async follow(context: BrowserContext): Promise<void> {
    await context.exposeFunction('__policyViolated', (what: string) => this.#add(`policy: ${what}`));
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event;
        const report = (globalThis as unknown as { __policyViolated(what: string): void }).__policyViolated;
        report(`${effectiveDirective} refused ${blockedURI} (${sourceFile}:${lineNumber})`);
      });
    });
    context.on('page', (page) => this.#watch(page));
  }

  /** Throws when anything was collected. */
  check(): void {
    if (this.#faults.length > 0) throw new Error(`The page misbehaved:\n${this.#faults.join('\n')}`);
  }

  #watch(page: Page): void {
    page.on('pageerror', (error) => this.#add(`uncaught: ${error.stack ?? error.message}`));
    page.on('console', (message) => this.#hear(message));
  }

  #hear(message: ConsoleMessage): void {
    if (message.type() !== 'error') return;
    const text = `${message.text()} (${message.location().url})`;
    if (message.text().startsWith('Failed to load resource') && REFUSED_CALL.test(text)) return;
    if (NETWORK.test(text)) return;
    this.#add(`console: ${text}`);
  }

  #add(fault: string): void {
    if (!this.#expected.some((pattern) => pattern.test(fault))) this.#faults.push(fault);
  }
}
