import type { Config } from '../kernel/process/config.ts';

/** The page for addresses that do not exist, below the language. */
export const MISSING = '404/';

const PAGE = /^(?:ar|en)\/(.*)$/;

/** The guide's own address with a slash at its end: on its host, else at the storefront's. Null if neither is configured. */
export function guideAddress({
  docsHost,
  publicOrigin,
}: Pick<Config, 'docsHost' | 'publicOrigin'>): string | null {
  if (docsHost !== null) return `https://${docsHost}/`;
  return publicOrigin === null ? null : `${publicOrigin}/guide/`;
}

/**
 * Value of the Link header of a page: the one address of a page that is served at several hosts, and the same page in
 * each language. A header, because these must be whole addresses, and the built pages do not know theirs.
 * @param root The guide's own address. @param locale Of the page. @param path Of the page, below the language.
 */
export function pageLinks(root: string, locale: string, path: string): string {
  const languages = ['ar', 'en'].map((each) => [each, each]);
  const alternates = [...languages, ['x-default', 'en']].map(
    ([language, at]) => `<${root}${at}/${path}>; rel="alternate"; hreflang="${language}"`,
  );
  return [`<${root}${locale}/${path}>; rel="canonical"`, ...alternates].join(', ');
}

/** The same for an address below the guide's root; undefined if it is not a page to be found. */
export function linksOf(root: string, name: string): string | undefined {
  const [, path] = PAGE.exec(name) ?? [];
  if (path === undefined || path === MISSING || (path !== '' && !path.endsWith('/'))) return undefined;
  return pageLinks(root, name.slice(0, 2), path);
}
