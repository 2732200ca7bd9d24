import { X509Certificate } from 'node:crypto';
import { CommandError } from '../shared/command-error.ts';
import { pinOf } from './pins.ts';

const DAY_MS = 86_400_000;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

export interface Wanted {
  /** The pin of the key that the certificate must be for. */
  pin: string;
  hosts: readonly string[];
  now: Date;
}

/**
 * Refuses what would lock people out: a certificate for another key or another name, one that is not valid now, or a
 * chain whose parts do not follow from each other. Whether the issuer is trusted is not judged: only clients know.
 * @param chain PEM, the server's certificate first.
 */
export function checkChain(chain: string, { pin, hosts, now }: Wanted): X509Certificate {
  const [leaf, ...issuers] = (chain.match(CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem));
  if (leaf === undefined) throw new CommandError('The issuer left no certificate in PEM.');
  const actual = pinOf(leaf.publicKey);
  if (actual !== pin)
    throw new CommandError(
      `The certificate is for another key (pin ${actual}) than ours (pin ${pin}): every phone would refuse it. Nothing was changed.`,
    );
  const missing = missingHosts(leaf, hosts);
  if (missing.length > 0)
    throw new CommandError(`The certificate is not for ${missing.join(', ')}. Nothing was changed.`);
  for (const certificate of [leaf, ...issuers]) checkValidity(certificate, now);
  let issued = leaf;
  for (const issuer of issuers) {
    if (!issued.checkIssued(issuer) || !issued.verify(issuer.publicKey))
      throw new CommandError(
        `In the chain, ${name(issued)} is not followed by its issuer but by ${name(issuer)}. Nothing was changed.`,
      );
    issued = issuer;
  }
  return leaf;
}

/** Hosts that a certificate does not name. */
export function missingHosts(certificate: X509Certificate, hosts: readonly string[]): string[] {
  return hosts.filter((host) => certificate.checkHost(host, { subject: 'never' }) === undefined);
}

/** Whole days until a certificate ends; negative once it has. */
export function daysLeft(certificate: X509Certificate, now: Date): number {
  return Math.floor((Date.parse(certificate.validTo) - now.getTime()) / DAY_MS);
}

function checkValidity(certificate: X509Certificate, now: Date): void {
  const { validFrom, validTo } = certificate;
  if (Date.parse(validFrom) <= now.getTime() && now.getTime() < Date.parse(validTo)) return;
  throw new CommandError(
    `${name(certificate)} is valid from ${validFrom} to ${validTo}, which is not now. Nothing was changed.`,
  );
}

function name({ subject }: X509Certificate): string {
  return `"${subject.replaceAll('\n', ', ')}"`;
}
