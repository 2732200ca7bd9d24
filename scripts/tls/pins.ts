import { createHash, createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { CommandError } from '../shared/command-error.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** The SHA-256 of a key's SubjectPublicKeyInfo in base64, as RFC 7469 and Android's network security config write it. */
export function pinOf(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}

/** The key of a PEM file: of its first certificate, of a private key or of a public one. */
export function keyOfFile(file: string): KeyObject {
  const text = readFileSync(file, 'utf8');
  try {
    if (text.includes('-----BEGIN CERTIFICATE-----')) return new X509Certificate(text).publicKey;
    return text.includes('PRIVATE KEY-----') ? createPrivateKey(text) : createPublicKey(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${file} is neither a certificate nor a key in PEM: ${why}.`);
  }
}

/**
 * The certificate that a server shows now. It is not verified: what counts is its key.
 * @param address `host` or `host:port`, port 443 unless given; IPv6 addresses in brackets.
 */
export async function certificateOf(address: string): Promise<X509Certificate> {
  const { hostname, port } = parseAddress(address);
  const servername = isIP(hostname) === 0 ? { servername: hostname } : {};
  const options = { host: hostname, port, rejectUnauthorized: false, ...servername };
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect({ ...options, timeout: CONNECT_TIMEOUT_MS }, () => {
      const certificate = socket.getPeerX509Certificate();
      socket.destroy();
      if (certificate === undefined) reject(new CommandError(`${address} showed no certificate.`));
      else resolve(certificate);
    });
    const fail = (why: string) => {
      socket.destroy();
      reject(new CommandError(`${address} could not be reached: ${why}.`));
    };
    socket.once('timeout', () => fail(`no answer within ${CONNECT_TIMEOUT_MS / 1_000} s`));
    socket.once('error', ({ message }) => fail(message));
  });
}

function parseAddress(address: string): { hostname: string; port: number } {
  const text = `https://${address}`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.pathname !== '/' || url.username !== '')
    throw new CommandError(`"${address}" is neither a file nor a host such as shop.example.qa:443.`);
  return { hostname: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 443) };
}
