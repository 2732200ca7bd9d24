/** A page of this shop as a document of its own, or null when it is not simply there: then the browser opens it. */
export async function fetchPage(address: string, signal: AbortSignal): Promise<Document | null> {
  const reply = await fetch(address, { signal, headers: { Accept: 'text/html' } });
  if (!reply.ok || reply.redirected) return null;
  return new DOMParser().parseFromString(await reply.text(), 'text/html');
}
