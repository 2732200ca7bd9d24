/** Timeout of a request in milliseconds. */
const TIMEOUT = 15_000;
const MAX_BYTES = 20 * 1024 * 1024;

export interface Part {
  bytes: Buffer;
  status: number;
}

/** Why something could not be fetched, in one line. */
export class Unreachable extends Error {}

/** Origin of the requesting pages: other hosts have to allow it. */
export interface Asker {
  origin: string;
  /** Every origin requested, including redirects. */
  origins: Set<string>;
}

/** Fetches as a page of the consoles would. Throws Unreachable for what a browser could not get. */
export async function fetchPart(url: string, { origin, origins }: Asker, range?: string): Promise<Part> {
  if (!/^https?:/.test(url) || !URL.canParse(url)) throw new Unreachable(`${url}: not an http(s) address`);
  origins.add(new URL(url).origin);
  const headers: Record<string, string> = {
    Origin: origin,
    ...(range === undefined ? {} : { Range: range }),
  };
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT) }).catch(
    (error: unknown) => {
      throw new Unreachable(`${url}: ${reasonOf(error)}`);
    },
  );
  origins.add(new URL(answer.url).origin);
  const { status } = answer;
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Unreachable(`${url}: HTTP ${status}`);
  }
  if (range !== undefined && status !== 206) {
    await answer.body?.cancel();
    throw new Unreachable(
      `${url}: the host does not serve parts of a file (HTTP ${status} to a Range, not 206)`,
    );
  }
  const bytes = await bodyOf(answer, url);
  const allowed = answer.headers.get('access-control-allow-origin');
  if (new URL(answer.url).origin !== origin && allowed !== '*' && allowed !== origin) {
    const said =
      allowed === null ? 'no Access-Control-Allow-Origin' : `Access-Control-Allow-Origin: ${allowed}`;
    throw new Unreachable(`${url}: not for pages of ${origin} (${said})`);
  }
  return { bytes, status };
}

/** The file as JSON. Throws Unreachable, also for invalid JSON. */
export async function fetchJson(url: string, asker: Asker): Promise<unknown> {
  const { bytes } = await fetchPart(url, asker);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Unreachable(`${url}: not JSON`);
  }
}

async function bodyOf(answer: Response, url: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > MAX_BYTES) throw new Unreachable(`${url}: longer than ${MAX_BYTES / 1024 / 1024} MB`);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `no answer within ${TIMEOUT / 1_000} s`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
