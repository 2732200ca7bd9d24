import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';
import { MUTANTS } from '../mutants/mutants.ts';

describe('mutants', () => {
  it('each change one place that exists', () => {
    const lost = MUTANTS.flatMap(({ name, file, find }) => {
      const places = readFileSync(join(projectRoot, file), 'utf8').split(find).length - 1;
      return places === 1 ? [] : [`${name}: ${places} places in ${file}`];
    });
    expect(lost).to.deep.equal([]);
  });
});
