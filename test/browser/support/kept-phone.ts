import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { ensureChromium, PLAIN_FLAGS } from '../../../scripts/browser/chromium.ts';
import { freshAddress } from '../../support/service.ts';
import { CORNICHE } from './driver-phone.ts';
import { PageWatch } from './page-watch.ts';

/** A phone that preserves what the app wrote, however its browser ends. */
export class KeptPhone {
  readonly #folder: string;
  readonly #url: string;
  readonly #watch = new PageWatch();
  readonly #address = freshAddress();
  #context: BrowserContext | null = null;

  private constructor(folder: string, url: string) {
    this.#folder = folder;
    this.#url = url;
  }

  static async make(url: string): Promise<KeptPhone> {
    return new KeptPhone(await mkdtemp(path.join(tmpdir(), 'wasl-phone-')), url);
  }

  /** Starts its browser. `ahead`: milliseconds by which the phone's time is ahead of this machine's. */
  async start({ offline = false, ahead = 0 } = {}): Promise<Page> {
    const context = await chromium.launchPersistentContext(this.#folder, {
      executablePath: await ensureChromium(() => undefined),
      args: PLAIN_FLAGS,
      baseURL: this.#url,
      locale: 'en-GB',
      viewport: { width: 390, height: 780 },
      reducedMotion: 'reduce',
      extraHTTPHeaders: { 'X-Forwarded-For': this.#address },
      geolocation: CORNICHE,
      permissions: ['geolocation'],
      offline,
    });
    this.#context = context;
    context.setDefaultTimeout(45_000);
    await this.#watch.follow(context);
    const page = await context.newPage();
    await page.clock.install({ time: Date.now() + ahead });
    return page;
  }

  async network(there: boolean): Promise<void> {
    await this.#context?.setOffline(!there);
  }

  /** The browser exits cleanly, with everything written. */
  async putAway(): Promise<void> {
    const context = this.#context;
    this.#context = null;
    await context?.close();
  }

  /** The system kills the browser. What Chromium writes with a delay, cookies every 30 s, may be lost. */
  async kill(): Promise<void> {
    const context = this.#context;
    if (context === null) return;
    this.#context = null;
    const gone = new Promise<void>((resolve) => context.once('close', () => resolve()));
    for (const pid of await processesOf(this.#folder)) process.kill(pid, 'SIGKILL');
    await gone;
  }

  async close(): Promise<void> {
    await this.putAway();
    await rm(this.#folder, { recursive: true, force: true });
    this.#watch.check();
  }
}

/** Browser processes without their children, which end with them. */
async function processesOf(folder: string): Promise<number[]> {
  const found: number[] = [];
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
    if (command.includes(`--user-data-dir=${folder}`) && !command.includes('--type='))
      found.push(Number(entry));
  }
  return found;
}
