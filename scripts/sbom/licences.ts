import type { Component, Licence } from './installed-packages.ts';

/** Licences that allow everything but claiming the work as one's own; of fonts, OFL. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'Unlicense'],
  ...['BlueOak-1.0.0', 'PSF-2.0', 'OFL-1.1'],
]);

/** Packages that do not name their licence in a form that npm knows, and the licence that they have. */
const STATED: Readonly<Record<string, string>> = {
  // Its LICENSE.md has the text; its package.json says only "BSD".
  arc: 'BSD-2-Clause',
  // Offered under EDL-1.0, which has the text of BSD-3-Clause, or EPL-1.0.
  jsts: 'BSD-3-Clause',
  '@turf/jsts': 'BSD-3-Clause',
  // LICENSE has the text; package.json names none.
  'png-js': 'MIT',
  // package.json misspells it; LICENSE has the text.
  'splaytree-ts': 'BSD-3-Clause',
  // A fork of jsonlint, whose README states MIT.
  '@mapbox/jsonlint-lines-primitives': 'MIT',
  // package.json has a list of licences, a form that the lock file leaves out.
  'xmlhttprequest-ssl': 'MIT',
};

/** The licences of a component: npm's, or what is stated above. */
export function licencesOf({ name, group, licenses = [] }: Component): Licence[] {
  const stated = statedLicence(typeof group === 'string' ? `${group}/${name}` : name);
  return stated === undefined ? licenses : [{ license: { id: stated } }];
}

/** @param name With its scope. */
export function statedLicence(name: string): string | undefined {
  return STATED[name];
}

/** One line for each component whose licence is unknown or not allowed. */
export function unlawful(components: readonly Component[]): string[] {
  return components
    .filter(({ licenses = [] }) => licenses.length === 0 || !licenses.every(isAllowed))
    .map(
      (component) =>
        `${component['bom-ref']}: ${(component.licenses ?? []).map(textOf).join(', ') || 'none'}`,
    );
}

function isAllowed(licence: Licence): boolean {
  return textOf(licence)
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => ALLOWED.has(id)));
}

function textOf(licence: Licence): string {
  if ('expression' in licence) return String(licence.expression);
  const { license } = licence as { license: { id?: string; name?: string } };
  return license.id ?? license.name ?? '';
}
