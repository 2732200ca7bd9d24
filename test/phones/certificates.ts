import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keyOfFile, pinOf } from '../../scripts/tls/pins.ts';
import { openssl } from '../operate/nginx.ts';

/** Keys, authorities and certificates in one folder, as a person with openssl makes them. */
export class Certificates {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  file(name: string): string {
    return path.join(this.folder, name);
  }

  /** Makes an authority. Two may have the same name and different keys. */
  async authority(name: string, subject: string): Promise<void> {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${name}.key`];
    await openssl(
      this.folder,
      'req',
      '-x509',
      ...key,
      '-subj',
      `/CN=${subject}`,
      '-days',
      '30',
      '-out',
      `${name}.pem`,
    );
  }

  async key(name: string): Promise<void> {
    const curve = ['-pkeyopt', 'ec_paramgen_curve:P-256'];
    await openssl(this.folder, 'genpkey', '-algorithm', 'EC', ...curve, '-out', `${name}.key`);
  }

  pin(name: string): string {
    return pinOf(keyOfFile(this.file(`${name}.key`)));
  }

  /** A certificate for a key and a host. @param more Certificates that are sent along. */
  async certify(
    name: string,
    {
      key,
      host,
      by,
      days = 10,
      more = [],
    }: { key: string; host: string; by: string; days?: number; more?: string[] },
  ): Promise<void> {
    const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
    await openssl(this.folder, 'req', '-new', '-key', `${key}.key`, ...subject, '-out', `${name}.csr`);
    const issuer = ['-CA', `${by}.pem`, '-CAkey', `${by}.key`];
    const period = ['-days', String(days)];
    const from = ['-in', `${name}.csr`, '-copy_extensions', 'copy'];
    await openssl(this.folder, 'x509', '-req', ...from, ...issuer, ...period, '-out', `${name}.pem`);
    const chain = [name, by, ...more].map((each) => readFileSync(this.file(`${each}.pem`), 'utf8'));
    writeFileSync(this.file(`${name}.chain`), chain.join(''));
  }
}
