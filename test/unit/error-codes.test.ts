import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { ERROR_STATUS, isErrorCode } from '../../actors/errors.ts';
import { projectRoot } from '../../db/root.ts';

/** Clients of the service: they name codes as strings, which the compiler does not compare with the catalogue. */
const CLIENTS = ['consoles', 'scripts', 'realtime', 'test/city'];
/** Keys of texts look like codes. */
const TEXTS = /[\\/]texts[\\/]/;

const areas = [...new Set(Object.keys(ERROR_STATUS).map((code) => code.split('.')[0]))].join('|');
const QUOTED = new RegExp(`'((?:${areas})[.][A-Z_]*[A-Z])'`, 'g');

function codesIn(file: string): string[] {
  const text = readFileSync(path.join(projectRoot, file), 'utf8');
  return Array.from(text.matchAll(QUOTED), ([, code = '']) => code);
}

describe('the error codes that clients name', () => {
  for (const client of CLIENTS) {
    it(`are in the catalogue: ${client}`, () => {
      const files = readdirSync(path.join(projectRoot, client), { recursive: true, encoding: 'utf8' })
        .filter((file) => /[.]tsx?$/.test(file) && !TEXTS.test(file))
        .map((file) => `${client}/${file}`);
      const named = files.flatMap((file) => codesIn(file).map((code) => ({ file, code })));
      expect(named).not.to.have.length(0);
      expect(named.filter(({ code }) => !isErrorCode(code))).to.deep.equal([]);
    });
  }
});
