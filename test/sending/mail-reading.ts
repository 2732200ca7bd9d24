import { createHash, createVerify, type KeyObject } from 'node:crypto';

interface Part {
  headers: string;
  body: string;
}

/** What a person sees of an e-mail: its subject, its text and its page. */
export function mailBody(raw: string): { subject: string; text: string; html: string } {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";\r\n]+)"?/i.exec(headers)?.[1] ?? '';
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.trimStart()));
  const ofType = (type: string) => decoded(parts.find((part) => part.headers.includes(type)));
  return {
    subject: words(header(headers, 'Subject')),
    text: ofType('text/plain'),
    html: ofType('text/html'),
  };
}

function split(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  return { headers: raw.slice(0, end), body: raw.slice(end + 4) };
}

function header(headers: string, name: string): string {
  const found = new RegExp(`^${name}:((?:.|\r\n[ \t])*)`, 'im').exec(headers);
  return (found?.[1] ?? '').replaceAll(/\r\n[ \t]/g, ' ').trim();
}

function decoded(part: Part | undefined): string {
  if (part === undefined) return '';
  const encoding = header(part.headers, 'Content-Transfer-Encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(part.body, 'base64').toString('utf8');
  return encoding === 'quoted-printable' ? unquoted(part.body.replaceAll('=\r\n', '')) : part.body;
}

/** RFC 2047. */
function words(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : unquoted(word.replaceAll('_', ' ')),
    );
}

function unquoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/**
 * Whether a message is signed according to RFC 6376 (relaxed/relaxed, rsa-sha256) with the private key that belongs to
 * this one.
 */
export function verifyDkim(raw: string, key: KeyObject): boolean {
  const { headers, body } = split(raw);
  const signature = header(headers, 'DKIM-Signature');
  const tag = (name: string) =>
    new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(signature)?.[1]?.replaceAll(/\s/g, '') ?? '';
  const canonical = `${body
    .replaceAll(/[ \t]+(?=\r\n)/g, '')
    .replaceAll(/[ \t]+/g, ' ')
    .replace(/(?:\r\n)*$/, '')}\r\n`;
  if (createHash('sha256').update(canonical).digest('base64') !== tag('bh')) return false;
  const lines = tag('h')
    .split(':')
    .map((name) => `${name.toLowerCase()}:${relaxed(header(headers, name))}\r\n`)
    .filter((line) => !/^[^:]+:\r\n$/.test(line));
  const own = `dkim-signature:${relaxed(signature.replace(/(;\s*b=)[^;]*$/, '$1'))}`;
  return createVerify('sha256')
    .update(lines.join('') + own)
    .verify(key, tag('b'), 'base64');
}

function relaxed(value: string): string {
  return value.replaceAll(/\s+/g, ' ').trim();
}
