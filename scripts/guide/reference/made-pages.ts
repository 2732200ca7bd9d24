import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import { parse } from 'yaml';
import { ERROR_STATUS, type ErrorCode } from '../../../actors/errors.ts';
import type { GuideLocale } from '../../../consoles/shared/guide-search/terms.ts';
import { projectRoot } from '../../../db/root.ts';
import { PROBLEM_TEXTS } from '../../../server/kernel/texts/problem-texts.ts';
import type { ContractReader, OperationGroup } from '../../contract/contract-reader.ts';
import { CommandError } from '../../shared/command-error.ts';
import type { Contents } from '../sources/contents.ts';
import { escapeHtml } from '../sources/html.ts';
import { operationSection } from './operation-section.ts';

const inlineText = new Marked({ gfm: true });

/** An operation as the search finds it. */
export interface FoundOperation {
  id: string;
  title: string;
  /** Method and path. */
  call: string;
  text: string;
}

/** A page whose content is made from the code or the contracts. */
export interface MadePage {
  slug: string;
  title: string;
  about: string;
  html: string;
  /** Its operations, each found by itself. */
  operations: readonly FoundOperation[];
}

const T = {
  en: {
    errors: 'Errors',
    errorsAbout: 'Every code that the service answers with, its HTTP status, and what people read.',
    code: 'code',
    status: 'status',
    title: 'title',
    detail: 'what to do',
    live: 'Live events',
    liveAbout: 'What the live channel sends, to which rooms, and when.',
    event: 'event',
    rooms: 'rooms',
    meaning: 'meaning',
    operations: (count: number) => `${count} operations of the API`,
  },
  ar: {
    errors: 'رموز الأخطاء',
    errorsAbout: 'كل رمز خطأ ترد به الخدمة، وحالة HTTP، والنص الذي يقرؤه المستخدم.',
    code: 'الرمز',
    status: 'الحالة',
    title: 'العنوان',
    detail: 'ما العمل',
    live: 'الأحداث المباشرة',
    liveAbout: 'ما ترسله القناة المباشرة، وإلى أي غرف، ومتى.',
    event: 'الحدث',
    rooms: 'الغرف',
    meaning: 'المعنى',
    operations: (count: number) => `عمليات الواجهة البرمجية: ${count}`,
  },
} as const;

export function madePages(contents: Contents, contract: ContractReader, locale: GuideLocale): MadePage[] {
  const untitled = contract.groups.filter(({ slice }) => contents.slices[slice] === undefined);
  if (untitled.length > 0)
    throw new CommandError(
      `consoles/docs/contents.json needs a title in "slices" for ${untitled.map(({ slice }) => slice).join(', ')}.`,
    );
  return [
    errorPage(locale),
    livePage(locale),
    ...contract.groups.map((group) => apiPage(group, contents, contract, locale)),
  ];
}

function apiPage(
  { slice, operations }: OperationGroup,
  contents: Contents,
  contract: ContractReader,
  locale: GuideLocale,
): MadePage {
  const title = contents.slices[slice]?.[locale] ?? slice;
  const list = operations.map(
    ({ id, summary, method, path }) =>
      `<li><a href="#${id}">${escapeHtml(summary[locale])}</a> <code>${method} ${escapeHtml(path)}</code></li>`,
  );
  const sections = operations.map((operation) => operationSection(operation, contract, locale));
  return {
    slug: `reference/api/${slice}`,
    title,
    about: T[locale].operations(operations.length),
    html: `<h1>${escapeHtml(title)}</h1>\n<ul>${list.join('\n')}</ul>\n${sections.join('\n')}`,
    operations: operations.map(({ id, summary, description, method, path }) => ({
      id,
      title: summary[locale],
      call: `${method} ${path}`,
      // Code names are found in both languages.
      text: `${id} ${path} ${description[locale]} ${locale === 'en' ? '' : summary.en}`,
    })),
  };
}

function errorPage(locale: GuideLocale): MadePage {
  const t = T[locale];
  const rows = Object.entries(ERROR_STATUS).map(([code, status]) => {
    const { title, detail } = PROBLEM_TEXTS[code as ErrorCode][locale];
    return `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(title)}</td><td>${escapeHtml(detail)}</td></tr>`;
  });
  return {
    slug: 'reference/errors',
    title: t.errors,
    about: t.errorsAbout,
    html: page(t.errors, t.errorsAbout, [t.code, t.status, t.title, t.detail], rows),
    operations: [],
  };
}

interface LiveMessage {
  name: string;
  title?: string;
  'x-title-ar'?: string;
  description?: string;
  'x-description-ar'?: string;
  'x-rooms'?: string[];
}

function livePage(locale: GuideLocale): MadePage {
  const t = T[locale];
  const text = readFileSync(join(projectRoot, 'realtime/asyncapi.yaml'), 'utf8');
  const { components } = parse(text) as { components: { messages: Record<string, LiveMessage> } };
  const messages = Object.values(components.messages);
  const lacking = messages.filter(
    (each) =>
      (each.title !== undefined && each['x-title-ar'] === undefined) ||
      (each.description !== undefined && each['x-description-ar'] === undefined),
  );
  if (lacking.length > 0)
    throw new CommandError(
      `realtime/asyncapi.yaml needs x-title-ar and x-description-ar for ${lacking.map(({ name }) => name).join(', ')}.`,
    );
  const rows = messages.map((each) => {
    const { name, 'x-rooms': rooms = [] } = each;
    const words =
      locale === 'en' ? [each.title, each.description] : [each['x-title-ar'], each['x-description-ar']];
    const meaning = words.filter((word) => word !== undefined).join('. ');
    return `<tr id="${name}"><td><code>${name}</code></td><td>${rooms.map((room) => `<code>${escapeHtml(room)}</code>`).join(' ')}</td><td>${inlineText.parseInline(meaning, { async: false })}</td></tr>`;
  });
  return {
    slug: 'reference/live-events',
    title: t.live,
    about: t.liveAbout,
    html: page(t.live, t.liveAbout, [t.event, t.rooms, t.meaning], rows),
    operations: [],
  };
}

function page(title: string, about: string, head: readonly string[], rows: readonly string[]): string {
  return `<h1>${title}</h1>
<p>${about}</p>
<div class="table" tabindex="0"><table><thead><tr>${head.map((each) => `<th>${each}</th>`).join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`;
}
