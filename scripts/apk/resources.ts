import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Flavour, layOut, PHONES, TARGET_SDK } from './flavours.ts';
import type { Inputs } from './inputs.ts';
import type { Tools } from './tools.ts';

/** A flavour without its classes. */
export interface Linked {
  flavour: Flavour;
  /** The package with manifest and resources. */
  base: string;
  /** The numbers of the resources, for the compiler. */
  resourceIds: string;
}

/** Stands in for Android's framework resources: see consoles/phones/framework. */
export async function linkFramework(tools: Tools, work: string): Promise<string> {
  const source = path.join(PHONES, 'framework');
  const [compiled, framework] = [path.join(work, 'framework.zip'), path.join(work, 'framework.apk')];
  await tools.android('aapt2', 'compile', '--dir', path.join(source, 'res'), '-o', compiled);
  const manifest = path.join(source, 'AndroidManifest.xml');
  await tools.android('aapt2', 'link', '-o', framework, '--manifest', manifest, compiled);
  return framework;
}

export async function linkFlavour(
  tools: Tools,
  { flavour, inputs, framework, work }: { flavour: Flavour; inputs: Inputs; framework: string; work: string },
): Promise<Linked> {
  const folder = path.join(work, flavour.folder);
  mkdirSync(folder, { recursive: true });
  const { manifest, res } = layOut(flavour, inputs, folder);
  const [compiled, base, ids] = ['res.zip', 'base.apk', 'ids'].map((name) => path.join(folder, name));
  if (compiled === undefined || base === undefined || ids === undefined) throw new Error('three names');
  await tools.android('aapt2', 'compile', '--dir', res, '-o', compiled);
  const versions = {
    'min-sdk-version': flavour.minSdk,
    'target-sdk-version': TARGET_SDK,
    'version-code': inputs.version.code,
    'version-name': inputs.version.name,
  };
  await tools.android(
    'aapt2',
    'link',
    ...['-o', base, '-I', framework, '--manifest', manifest, '--java', ids],
    ...['--custom-package', 'qa.wasl.phone.shell', '--no-version-vectors'],
    ...Object.entries(versions).flatMap(([name, value]) => [`--${name}`, String(value)]),
    compiled,
  );
  return { flavour, base, resourceIds: path.join(ids, onlyJavaFile(ids)) };
}

function onlyJavaFile(folder: string): string {
  const [name, ...others] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.java'),
  );
  if (name === undefined || others.length > 0) throw new Error(`one R.java is expected in ${folder}`);
  return name;
}

/** The three apps share their classes, which contain the numbers of resources. */
export function commonResourceIds(linked: readonly Linked[]): string {
  const [first, ...others] = linked;
  if (first === undefined) throw new Error('no flavour');
  const ids = readFileSync(first.resourceIds, 'utf8');
  const other = others.find(({ resourceIds }) => readFileSync(resourceIds, 'utf8') !== ids);
  if (other !== undefined)
    throw new Error(
      `the resources of ${other.flavour.folder} have other names than those of ${first.flavour.folder}`,
    );
  return first.resourceIds;
}
