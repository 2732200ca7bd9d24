import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';
import { ATTACK_MUTANTS } from '../mutants/mutants-attacks.ts';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');

/** A file of tests, and the titles quoted after it. */
const NAMED = /`(test\/[\w/-]+\.test\.ts)`:((?:,? ?“[^”]+”)+)/g;

describe('the page of attacks', () => {
  const rows = read('docs/attacks.md')
    .split('\n')
    .filter((line) => /^\| (?:S\d+(?: ✱)? )?\| (?!attack \|)/.test(line))
    .map((line) => {
      const cells = line.split(' | ').map((cell) => cell.trim());
      const tests = [...(cells.at(-1) ?? '').matchAll(NAMED)].map(([, file = '', titles = '']) => ({
        file,
        titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
      }));
      const [, number = null, mark] = /^\| (S\d+)?( ✱)?/.exec(line) ?? [];
      return { line, number, isTried: mark !== undefined, tests };
    });

  it('names a test for every attack, and every finding but the one about backups', () => {
    expect(rows.filter(({ tests }) => tests.length === 0).map(({ line }) => line)).to.deep.equal([]);
    const numbers = new Set(rows.map(({ number }) => number));
    const missing = Array.from({ length: 24 }, (_, index) => `S${index + 1}`).filter(
      (name) => !numbers.has(name),
    );
    expect(missing).to.deep.equal(['S15']);
  });

  it('names files and titles that exist', () => {
    const wrong: string[] = [];
    for (const { file, titles } of rows.flatMap(({ tests }) => tests)) {
      const source = existsSync(join(projectRoot, file)) ? read(file).replaceAll("\\'", "'") : null;
      if (source === null) wrong.push(file);
      else for (const title of titles) if (!source.includes(title)) wrong.push(`${file}: ${title}`);
    }
    expect(wrong).to.deep.equal([]);
  });

  it('marks the findings whose answer is undone to see its test fail', () => {
    const marked = rows.filter(({ isTried }) => isTried).map(({ number }) => number);
    const tried = ATTACK_MUTANTS.map(({ name }) => /^attack (S\d+):/.exec(name)?.[1]);
    expect(marked).to.deep.equal(tried);
    for (const { name, test } of ATTACK_MUTANTS) {
      const number = /^attack (S\d+):/.exec(name)?.[1];
      const files = rows
        .filter((row) => row.number === number)
        .flatMap((row) => row.tests.map(({ file }) => file));
      expect(files, name).to.include(test.file);
    }
  });
});
