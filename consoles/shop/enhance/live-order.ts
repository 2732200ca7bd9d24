import { Backoff } from '../../shared/live/backoff.ts';
import { LiveClient } from '../../shared/live/live-client.ts';
import type { LiveStatus } from '../../shared/live/live-status.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import { clockTime } from './clock-time.ts';
import type { OrderMap } from './order-map.ts';

/** Milliseconds between polls while a driver is on the way, since no event carries the driver's position. */
const MOVING = 5_000;
/** Milliseconds between polls without events, as where sockets are blocked. */
const WITHOUT_EVENTS = 20_000;
/** Milliseconds; a shorter interruption is not shown. */
const GRACE = 3_000;
const ANSWER_TIMEOUT_MS = 10_000;

/** The session has ended, or the order no longer belongs to this visitor. */
class Over extends Error {}

/**
 * Keeps an order's page up to date. An event only reports that something has changed: the page itself is fetched again
 * and the differences are applied, so that it always shows what the server rendered.
 */
export class LiveOrder {
  readonly #words: HTMLElement;
  readonly #backoff = new Backoff({ first: 1_000, longest: 30_000 });
  readonly #client: LiveClient;
  #status: LiveStatus = { state: 'offline', since: null, code: null };
  #map: OrderMap | null = null;
  #mapFor: HTMLElement | null = null;
  #reading: Promise<void> | null = null;
  #again = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #grace: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(words: HTMLElement) {
    this.#words = words;
    this.#client = new LiveClient({
      url: location.origin,
      onStatus: (status) => this.#changed(status),
    });
    const handlers = {
      onEvent: () => void this.refresh(),
      onSnapshotNeeded: async () => {
        await this.#read().catch((error: unknown) => {
          if (!(error instanceof Over)) throw error;
          this.#end();
        });
        return () => ({});
      },
    };
    const { order = '', account = '' } = words.dataset;
    this.#client.subscribe(`order:${order}`, handlers);
    // The delivery code is on the page as soon as its notification exists.
    this.#client.subscribe(`account:${account}`, handlers);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void this.refresh();
    });
    this.#client.start();
    void this.#drawMap();
    this.#plan();
  }

  /** Never rejects: a failed read is retried. */
  async refresh(): Promise<void> {
    try {
      await this.#read();
      this.#backoff.reset();
      this.#plan();
    } catch (error) {
      if (error instanceof Over) this.#end();
      else this.#plan(this.#backoff.next());
    }
  }

  /** One read at a time; requests made meanwhile cause one more read. */
  async #read(): Promise<void> {
    if (this.#isOver) return;
    if (this.#reading !== null) {
      this.#again = true;
      return this.#reading;
    }
    this.#reading = this.#readAll();
    try {
      await this.#reading;
    } finally {
      this.#reading = null;
    }
  }

  async #readAll(): Promise<void> {
    do {
      this.#again = false;
      this.#show(await readPage());
    } while (this.#again);
  }

  #show(newer: Document): void {
    const [shown, next] = [document.getElementById('order'), newer.getElementById('order')];
    if (shown === null || next === null) throw new Over();
    const before = newsIn(shown);
    const news = [...newsIn(next)].filter((line) => !before.has(line));
    if (news.length > 0) {
      // The result of the previous step, which the address carries, is out of date.
      next.querySelector('#said')?.remove();
      history.replaceState(null, '', location.pathname);
    }
    bringUpToDate(shown, next);
    const line = document.getElementById('news');
    // Announced once, politely, and only what is new.
    if (line !== null && news.length > 0) line.textContent = news.join('. ');
    void this.#drawMap();
    if (document.getElementById('live') === null) this.#stop();
    else this.#say();
  }

  async #drawMap(): Promise<void> {
    const holder = document.getElementById('map');
    if (holder === this.#mapFor) {
      this.#map?.update();
      return;
    }
    this.#map?.close();
    this.#map = null;
    this.#mapFor = holder;
    if (holder === null) return;
    try {
      const { OrderMap } = await import('./order-map.ts');
      if (holder === this.#mapFor && holder.isConnected) this.#map = OrderMap.open(holder);
    } catch {
      // Its content is also on the page as text.
      holder.hidden = true;
    }
  }

  #plan(pause = this.#pause()): void {
    clearTimeout(this.#timer);
    if (this.#isOver || pause === null) return;
    this.#timer = setTimeout(() => {
      if (document.visibilityState === 'visible') void this.refresh();
      else this.#plan();
    }, pause);
  }

  #pause(): number | null {
    if (document.getElementById('map') !== null) return MOVING;
    return this.#status.state === 'live' ? null : WITHOUT_EVENTS;
  }

  #changed(status: LiveStatus): void {
    this.#status = status;
    clearTimeout(this.#grace);
    if (status.state === 'ended') {
      this.#end();
      return;
    }
    if (status.state === 'live') this.#say();
    else this.#grace = setTimeout(() => this.#say(), GRACE);
    this.#plan();
  }

  #say(): void {
    if (this.#isOver) return;
    const { live = '', again = '', at = '' } = this.#words.dataset;
    const isLive = this.#status.state === 'live' || this.#status.state === 'catching-up';
    this.#words.classList.toggle('now', isLive);
    const words = isLive ? live : again.replace('{time}', clockTime(at));
    if (this.#words.textContent !== words) this.#words.textContent = words;
  }

  /** The session or the order has ended: stops reading. */
  #stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#grace);
    this.#client.close();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#stop();
    const { ended = '', signIn = '', signInAt = '' } = this.#words.dataset;
    const link = document.createElement('a');
    link.href = signInAt;
    link.textContent = signIn;
    this.#words.classList.remove('now');
    this.#words.replaceChildren(ended, ' ', link);
    this.#words.setAttribute('role', 'alert');
  }
}

/** This page as it is now. Throws Over once it redirects elsewhere or is refused. */
async function readPage(): Promise<Document> {
  const headers = { Accept: 'text/html' };
  const answer = await fetch(location.href, { headers, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  if (answer.redirected || (answer.status >= 400 && answer.status < 500 && answer.status !== 429)) {
    throw new Over();
  }
  if (!answer.ok) throw new Error(`the page answered ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

/** The state of each part, in words. */
function newsIn(part: Element): Set<string> {
  const lines = [...part.querySelectorAll<HTMLElement>('[data-news]')];
  return new Set(lines.map(({ dataset }) => dataset.news ?? ''));
}
