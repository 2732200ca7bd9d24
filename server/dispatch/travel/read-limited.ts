/** The body as text. Throws, and reads no further, once it is longer than so many bytes. */
export async function readLimited(response: Response, bytes: number): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const chunks: Uint8Array[] = [];
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks).toString('utf8');
    read += value.byteLength;
    if (read > bytes) {
      await reader.cancel();
      throw new Error(`the answer is longer than ${bytes} bytes`);
    }
    chunks.push(value);
  }
}
