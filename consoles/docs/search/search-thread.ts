import type { GuideHit } from '../../shared/guide-search/guide-search.ts';
import type { GuideLocale } from '../../shared/guide-search/terms.ts';
import type { SearchMessage } from './search-messages.ts';

const INDEX_TIMEOUT_MS = 20_000;
/** Includes reading the index, on the slowest phone. */
const ANSWER_TIMEOUT_MS = 20_000;

/**
 * The guide's search in a thread of its own, since reading the index and ranking would hold up the page. After a failure
 * it answers nothing more: end it and begin another.
 */
export class SearchThread {
  readonly #worker: Worker;
  readonly #isReady: Promise<void>;
  readonly #isBroken: Promise<never>;

  /** @param index Its address. */
  constructor(index: string, locale: GuideLocale) {
    const worker = new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' });
    this.#worker = worker;
    this.#isBroken = new Promise((_, reject) => {
      for (const kind of ['error', 'messageerror'] as const)
        worker.addEventListener(kind, () => reject(new Error('The search worker failed.')));
    });
    // Fetched here, so that it comes at the same time as the worker's script.
    this.#isReady = load(index).then((bytes) => this.#send({ index: bytes, locale }, [bytes]));
    // Failures are told to the caller of find.
    this.#isBroken.catch(() => undefined);
    this.#isReady.catch(() => undefined);
  }

  /** The best answers first. Throws when the worker or its index could not be loaded, or nothing was answered in time. */
  async find(question: string, maxHits: number): Promise<GuideHit[]> {
    await Promise.race([this.#isReady, this.#isBroken]);
    const { port1, port2 } = new MessageChannel();
    const late = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
    const answer = new Promise<GuideHit[]>((resolve, reject) => {
      port1.onmessage = ({ data }: MessageEvent<GuideHit[]>) => resolve(data);
      late.addEventListener('abort', () => reject(late.reason));
    });
    this.#send({ question, maxHits }, [port2]);
    return Promise.race([answer, this.#isBroken]).finally(() => port1.close());
  }

  end(): void {
    this.#worker.terminate();
  }

  #send(message: SearchMessage, transfer: Transferable[]): void {
    this.#worker.postMessage(message, transfer);
  }
}

async function load(index: string): Promise<ArrayBuffer> {
  const answer = await fetch(index, { signal: AbortSignal.timeout(INDEX_TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`the index answered ${answer.status}`);
  return answer.arrayBuffer();
}
