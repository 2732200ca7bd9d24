import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { CommandError } from '../shared/command-error.ts';
import { pictureHtml, screenHtml } from './pictures/picture-html.ts';
import { PICTURE } from './pictures/picture-list.ts';
import type { ScreenPicture, ShownPicture } from './pictures/picture-shelf.ts';
import { anchorOf, escapeHtml, textOf } from './sources/html.ts';

export interface Rendered {
  html: string;
  title: string;
  /** The first paragraph. */
  about: string;
  headings: string[];
  anchors: ReadonlySet<string>;
  /** Pages of the guide that are linked, with the anchor: `buy/pay#cash`. */
  links: string[];
  /** Names of the pictures of screens. */
  screens: string[];
}

export interface Surroundings {
  /** The page's own source, from the project's root. */
  file: string;
  /** The way from the page to the root of the guide: `../../`. */
  root: string;
  /** Address below the guide's root of a page or of a file of docs/; undefined if the guide does not have it. */
  addressOf: (target: string) => string | undefined;
  /** @param file Of the project, from its root. */
  pictureOf: (file: string) => ShownPicture;
  /** @param name Of a picture of a screen. */
  screenOf: (name: string) => ScreenPicture;
}

const ELSEWHERE = /^(https?|mailto|tel):/;
const MAX_ABOUT_LENGTH = 180;

/** A page's Markdown as HTML, with links and pictures that hold in the guide. Throws if a link leads nowhere. */
export function renderMarkdown(markdown: string, surroundings: Surroundings): Rendered {
  const { file, root, addressOf, pictureOf, screenOf } = surroundings;
  const headings: string[] = [];
  const anchors = new Set<string>();
  const links: string[] = [];
  const screens: string[] = [];
  let title = '';
  let about = '';
  const marked = new Marked({ gfm: true });
  marked.use({
    // Only what names its protocol becomes a link by itself: `role:password@host` in a URL is no e-mail address.
    tokenizer: { url: (text) => (/^https?:/.test(text) ? false : undefined) },
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const html = this.parser.parseInline(tokens);
        const text = textOf(html);
        if (depth === 1) {
          title = text;
          return `<h1>${html}</h1>\n`;
        }
        const anchor = unusedAnchor(anchorOf(text), anchors);
        headings.push(text);
        // A link in a heading keeps its target; any other heading links to itself.
        const inner = html.includes('<a ') ? html : `<a class="here" href="#${anchor}">${html}</a>`;
        return `<h${depth} id="${anchor}">${inner}</h${depth}>\n`;
      },
      paragraph({ tokens }: Tokens.Paragraph): string {
        const html = this.parser.parseInline(tokens);
        if (about === '') about = shortened(textOf(html));
        return `<p>${html}</p>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const html = this.parser.parseInline(tokens);
        if (ELSEWHERE.test(href) || href.startsWith('#'))
          return `<a href="${escapeHtml(href)}"${href.startsWith('#') ? '' : ' rel="noreferrer"'}>${html}</a>`;
        const [path = '', anchor] = href.split('#');
        const target = path.startsWith('/') ? path.slice(1) : posix.join(posix.dirname(file), path);
        const address = addressOf(target);
        if (address === undefined) {
          if (path.startsWith('/'))
            throw new Error(`${file} links to ${href}, which the guide does not have.`);
          // A page that is only in the repository.
          return html;
        }
        links.push(address + (anchor === undefined ? '' : `#${anchor}`));
        return `<a href="${root}${address}${anchor === undefined ? '' : `#${anchor}`}">${html}</a>`;
      },
      image({ href, text }: Tokens.Image): string {
        const use = { root, alt: text, early: headings.length === 0 && screens.length === 0 };
        if (!href.startsWith(PICTURE))
          return pictureHtml(pictureOf(posix.join(posix.dirname(file), href)), { ...use, early: false });
        if (text === '') throw new CommandError(`${file}: ${href} needs words for those who do not see it.`);
        const name = href.slice(PICTURE.length);
        const picture = screenOf(name);
        screens.push(name);
        return screenHtml(picture, use);
      },
      code({ text, lang }: Tokens.Code): string {
        if (lang === 'mermaid') return diagramTable(text);
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
      },
      codespan({ text }: Tokens.Codespan): string {
        return `<code>${breakable(escapeHtml(text).replaceAll('_', '_<wbr>'))}</code>`;
      },
      text(token: Tokens.Text | Tokens.Escape): string {
        if ('tokens' in token && token.tokens !== undefined) return this.parser.parseInline(token.tokens);
        return breakable('escaped' in token && token.escaped ? token.text : escapeHtml(token.text));
      },
      table(token: Tokens.Table): string {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          `<tr>${row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const head = token.header.some(({ text }) => text !== '')
          ? `<thead>${cells(token.header, 'th')}</thead>`
          : '';
        return `<div class="table" tabindex="0"><table>${head}<tbody>${token.rows
          .map((row) => cells(row, 'td'))
          .join('\n')}</tbody></table></div>\n`;
      },
      html({ text }: Tokens.HTML | Tokens.Tag): string {
        // Anything but a comment is a placeholder such as <domain>, not HTML.
        return /^\s*(<!--.*?-->\s*)+$/s.test(text) ? '' : escapeHtml(text);
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  if (title === '') throw new Error(`${file} has no title.`);
  return { html, title, about, headings, anchors, links, screens };
}

/** Long names and addresses may be broken between their parts, so that a phone breaks no word and tables stay narrow. */
function breakable(html: string): string {
  return html.replace(/[^\s<>]{20,}/g, (word) =>
    word.startsWith('/') ? word : word.replace(/([/,@:=]+)(?=\w)/g, '$1<wbr>'),
  );
}

function unusedAnchor(wanted: string, taken: Set<string>): string {
  let anchor = wanted;
  for (let at = 1; taken.has(anchor); at++) anchor = `${wanted}-${at}`;
  taken.add(anchor);
  return anchor;
}

export function shortened(text: string): string {
  if (text.length <= MAX_ABOUT_LENGTH) return text;
  return `${text.slice(0, text.lastIndexOf(' ', MAX_ABOUT_LENGTH))} …`;
}

/** A diagram of states or arrows as a table: readable by everyone, and without a drawing library. */
function diagramTable(text: string): string {
  const rows = text.split('\n').flatMap((line) => {
    const [, from, to, what] = /^\s*(\S+)\s+--+>\s+(\S+?)(?::\s*(.*))?$/.exec(line) ?? [];
    return from === undefined || to === undefined ? [] : [[named(from), what ?? '', named(to)]];
  });
  const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`);
  return `<div class="table" tabindex="0"><table><tbody>${cells.join('\n')}</tbody></table></div>\n`;
}

function named(state: string): string {
  return state === '[*]' ? '●' : state;
}
