import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../../db/root.ts';

describe('the files of migrations', () => {
  const files = readdirSync(join(projectRoot, 'db/migrations')).sort();

  it('have names of four digits and a topic', () => {
    for (const file of files) expect(file).to.match(/^\d{4}-[a-z]+(-[a-z]+)*\.sql$/);
  });

  it('are numbered from 1, without gaps or duplicates', () => {
    const numbers = files.map((file) => Number(file.slice(0, 4)));
    expect(numbers).to.deep.equal(files.map((_, index) => index + 1));
  });
});
