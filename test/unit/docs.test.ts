import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect } from 'chai';
import { projectRoot } from '../../db/root.ts';

/** Folders whose files the documentation names. */
const FOLDERS = ['server', 'realtime', 'db', 'actors', 'consoles', 'scripts', 'test', 'docs'];

/** Stands for the number of a migration yet to be written. */
const NAME_TO_CHOOSE = 'NNNN-';

const read = (page: string) => readFileSync(join(projectRoot, page), 'utf8');

/** README and docs/, without decisions, which describe the past. */
const PAGES = [
  'README.md',
  ...readdirSync(join(projectRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Every file and folder that a page may name, from the project's root. */
function everyPath(): string[] {
  const below = (folder: string) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      posix.join(folder, name.replaceAll('\\', '/')),
    );
  return [...readdirSync(projectRoot), ...FOLDERS.flatMap(below)];
}

/** The targets of links to files of the project, from its root. */
function linkedIn(page: string): string[] {
  return [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => posix.join(posix.dirname(page), target));
}

const FILE_NAME = /^[\w.*-]+\.(?:ts|tsx|mjs|cjs|sql|ya?ml|md)$/;

/** The links to a heading of a page, as page and heading: `docs/database.md#adding-a-migration`. */
function headingsLinkedIn(page: string): string[] {
  return [...read(page).matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)].map(([, target = '', heading]) => {
    const of = target === '' ? page : posix.join(posix.dirname(page), target);
    return `${of}#${heading}`;
  });
}

/** The headings of a page as links name them. */
function headingsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => {
    const heading = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    return `${page}#${heading}`;
  });
}

/** Quoted paths from the root and names of files. `*` and `<name>` match any part of a name. */
function quotedIn(page: string): string[] {
  return [...read(page).matchAll(/`([^`\s]+)`/g)]
    .map(([, name = '']) => name.replace(/…$/, '').replace(/\/$/, '').replace(/<\w+>/g, '*'))
    .filter((name) => FILE_NAME.test(name) || FOLDERS.some((folder) => name.startsWith(`${folder}/`)))
    .filter((name) => !name.includes(NAME_TO_CHOOSE));
}

describe('the documentation', () => {
  const paths = everyPath();
  const known = new Set([...paths, ...paths.map((path) => posix.basename(path))]);

  function exists(name: string): boolean {
    if (!name.includes('*')) return known.has(name);
    const parts = name.split('*').map((part) => part.replace(/[.+?()[\]{}^$|\\]/g, '\\$&'));
    const shape = new RegExp(`^${parts.join('[^/]*')}$`);
    return [...known].some((path) => shape.test(path));
  }

  for (const page of PAGES) {
    it(`names only files that exist, in ${page}`, () => {
      const missing = linkedIn(page).filter((target) => !existsSync(join(projectRoot, target)));
      expect([...missing, ...quotedIn(page).filter((name) => !exists(name))]).to.deep.equal([]);
    });
  }

  it('links to headings that exist', () => {
    const headings = new Set(PAGES.flatMap(headingsOf));
    expect(PAGES.flatMap(headingsLinkedIn).filter((heading) => !headings.has(heading))).to.deep.equal([]);
  });

  it('names only commands of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const named = PAGES.flatMap((page) => [...read(page).matchAll(/\bnpm run ([a-z][\w:-]*)/g)]);
    const missing = named.map(([, name = '']) => name).filter((name) => !(name in scripts));
    expect(missing).to.deep.equal([]);
  });

  it('shows every folder of actors, db, consoles, scripts and test on the map', () => {
    const map = read('docs/map.md');
    const left = map.slice(map.indexOf('## The other folders'));
    const missing = ['actors', 'db', 'consoles', 'scripts', 'test'].flatMap((above) =>
      readdirSync(join(projectRoot, above), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => (above === 'actors' ? name : `${above}/${name}`))
        .filter((name) => !left.includes(`\`${name}\``)),
    );
    expect(missing).to.deep.equal([]);
  });
});
