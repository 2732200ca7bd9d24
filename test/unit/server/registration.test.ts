import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../../db/root.ts';

const SLICE = /^export const (\w+Slice) = \{(?: ([^\n]*) \}|$(.*?)^\});$/ms;
/** What a face exposes for composition to register; the indentation tells members of the slice from their content. */
const MEMBER = /^ {2}(handlers|consumers|jobs|conditions)\b/gm;

describe('what slices register', () => {
  const read = (...path: string[]) => readFileSync(join(projectRoot, 'server', ...path), 'utf8');
  const slices = JSON.parse(read('slices.json')) as { slice: string }[];
  const composition = readdirSync(join(projectRoot, 'server/compose'))
    .map((name) => read('compose', name))
    .join('\n');

  /** Each member of each face, as composition writes it: `zonesSlice.jobs`. */
  const members = slices.flatMap(({ slice }) => {
    const face = `${slice}/${basename(slice)}.ts`;
    if (!existsSync(join(projectRoot, 'server', face))) return [];
    const [, name, line, block = ''] = SLICE.exec(read(face)) ?? [];
    const body = line === undefined ? block : `  ${line.replaceAll(', ', '\n  ')}`;
    return [...body.matchAll(MEMBER)].map(([, member]) => `${name}.${member}`);
  });

  it('is composed: a job or condition that is not registered would never run', () => {
    expect(members).to.include.members([
      'boardSlice.handlers',
      'zonesSlice.conditions',
      'cashSlice.jobs',
      'accountsSlice.consumers',
    ]);
    expect(members.filter((member) => !composition.includes(`${member}(`))).to.deep.equal([]);
  });
});
