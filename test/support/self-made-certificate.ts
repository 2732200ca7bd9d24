import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** PEM files of a server's key and certificate. A process trusts the certificate if NODE_EXTRA_CA_CERTS names it. */
export interface ServerIdentity {
  keyFile: string;
  certificateFile: string;
  remove(): void;
}

/** Self-signed, for `localhost` and 127.0.0.1, valid for a day. */
export function makeServerIdentity(): ServerIdentity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = (content: Buffer) => sign('sha256', content, privateKey);
  const certificate = selfSigned(publicKey.export({ type: 'spki', format: 'der' }), der);
  const folder = mkdtempSync(join(tmpdir(), 'wasl-identity-'));
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  writeFileSync(
    certificateFile,
    `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  );
  return { keyFile, certificateFile, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

// X.509 in DER (RFC 5280), as far as a server needs it.
const TAG = { integer: 2, bits: 3, octets: 4, oid: 6, utf8: 12, sequence: 48, set: 49, time: 23, yes: 1 };

/** ecdsa-with-SHA256 */
const SIGNATURE = '2a8648ce3d040302';
const DAY_MS = 86_400_000;

function selfSigned(publicKey: Buffer, signed: (content: Buffer) => Buffer): Buffer {
  const name = sequence(
    der(TAG.set, sequence(der(TAG.oid, '550403'), der(TAG.utf8, Buffer.from('localhost')))),
  );
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const now = Date.now();
  const content = sequence(
    der(0xa0, der(TAG.integer, '02')),
    der(TAG.integer, serial),
    ...[sequence(der(TAG.oid, SIGNATURE)), name],
    sequence(time(now - DAY_MS), time(now + DAY_MS)),
    ...[name, publicKey],
    der(0xa3, sequence(authority(), names())),
  );
  return sequence(
    content,
    sequence(der(TAG.oid, SIGNATURE)),
    der(TAG.bits, Buffer.concat([Buffer.from([0]), signed(content)])),
  );
}

/** Basic constraints: the certificate is its own authority. */
function authority(): Buffer {
  return extension('551d13', sequence(der(TAG.yes, 'ff')));
}

function names(): Buffer {
  return extension('551d11', sequence(der(0x82, Buffer.from('localhost')), der(0x87, '7f000001')));
}

function extension(id: string, value: Buffer): Buffer {
  return sequence(der(TAG.oid, id), der(TAG.octets, value));
}

function time(at: number): Buffer {
  const [date = ''] = new Date(at).toISOString().slice(2).replaceAll(/[-:T]/g, '').split('.');
  return der(TAG.time, Buffer.from(`${date}Z`));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(TAG.sequence, Buffer.concat(parts));
}

/** One value in DER: tag, length and content. A string is read as hexadecimal. */
function der(tag: number, value: Buffer | string): Buffer {
  const content = typeof value === 'string' ? Buffer.from(value, 'hex') : value;
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
