/** Fetches a page of this shop as a document; null on any irregularity, so that the browser opens it instead. */
export async function fetchPage(address: string, signal: AbortSignal): Promise<Document | null> {
  const reply = await fetch(address, { signal, headers: { Accept: 'text/html' } });
  if (!reply.ok || reply.redirected) return null;
  return new DOMParser().parseFromString(await reply.text(), 'text/html');
}
