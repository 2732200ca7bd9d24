import { Marked } from 'marked';
import type { GuideLocale } from '../../../consoles/shared/guide-search/terms.ts';
import {
  type ContractReader,
  descriptionOf,
  type InBoth,
  list,
  type Node,
  type Operation,
} from '../../contract/contract-reader.ts';
import { escapeHtml } from '../sources/html.ts';
import { samplesOf } from './samples.ts';

const inlineText = new Marked({ gfm: true });
const MAX_DEPTH = 3;

const T = {
  en: {
    who: 'Who',
    limit: (limit: number, seconds: number) =>
      `${limit} requests ${seconds === 60 ? 'a minute' : `in ${seconds / 60} minutes`} for each address`,
    permission: 'Permission of staff',
    factor: (minutes: number) =>
      minutes === 0
        ? 'The session must have passed a second factor.'
        : `The session must have passed a second factor within ${minutes} minutes.`,
    parameters: 'Parameters',
    body: 'Request',
    field: 'field',
    where: 'in',
    type: 'type',
    meaning: 'meaning',
    required: 'required',
    answers: 'Answers',
    answer: 'Answer',
    sample: 'Request in curl, TypeScript and Python',
  },
  ar: {
    who: 'لمن',
    limit: (limit: number, seconds: number) =>
      `${limit} طلبًا ${seconds === 60 ? 'في الدقيقة' : `كل ${seconds / 60} دقيقة`} لكل عنوان`,
    permission: 'صلاحية الموظف',
    factor: (minutes: number) =>
      minutes === 0
        ? 'يجب أن تكون الجلسة قد اجتازت عامل التحقق الثاني.'
        : `يجب أن تكون الجلسة قد اجتازت عامل التحقق الثاني خلال آخر ${minutes} دقائق.`,
    parameters: 'المعاملات',
    body: 'الطلب',
    field: 'الحقل',
    where: 'المكان',
    type: 'النوع',
    meaning: 'المعنى',
    required: 'مطلوب',
    answers: 'الردود',
    answer: 'الرد',
    sample: 'الطلب بلغات curl وTypeScript وPython',
  },
} as const;

const ROLES: Readonly<Record<string, Record<GuideLocale, string>>> = {
  PUBLIC: { en: 'anyone, without signing in', ar: 'الجميع، بلا تسجيل دخول' },
  ACCOUNT: { en: 'every signed-in account', ar: 'كل حساب سجّل الدخول' },
  BUYER: { en: 'buyer', ar: 'المشتري' },
  SELLER_OWNER: { en: 'seller’s owner', ar: 'مالك المتجر' },
  SELLER_STAFF: { en: 'seller’s staff', ar: 'موظف المتجر' },
  DRIVER: { en: 'driver', ar: 'السائق' },
  DISPATCHER: { en: 'dispatcher', ar: 'منسّق التوصيل' },
  ADMIN: { en: 'administrator', ar: 'المسؤول' },
};

/** Everything about one operation: who may call it, what it takes and answers, and how it is called. */
export function operationSection(
  operation: Operation,
  contract: ContractReader,
  locale: GuideLocale,
): string {
  const t = T[locale];
  const { id, method, path, summary, description, roles, limit, permission, secondFactor } = operation;
  const facts = [
    `<strong>${t.who}</strong>: ${roles.map((role) => escapeHtml(ROLES[role]?.[locale] ?? role)).join(locale === 'ar' ? '، ' : ', ')}`,
    ...(permission === null
      ? []
      : [`<strong>${t.permission}</strong>: <code>${escapeHtml(permission)}</code>`]),
    ...(limit === null ? [] : [t.limit(limit.limit, limit.windowSeconds)]),
    ...(secondFactor === null ? [] : [t.factor(secondFactor)]),
  ];
  return `<section>
<h2 id="${id}"><a class="here" href="#${id}">${escapeHtml(summary[locale])}</a></h2>
<p dir="ltr"><code><span class="method">${method}</span> /api/v1${escapeHtml(path)}</code></p>
<p>${facts.join(' · ')}</p>
${description[locale] === '' ? '' : `<p>${inlineText.parseInline(description[locale], { async: false })}</p>`}
${parameterTable(operation, contract, locale)}
${bodyTable(operation, contract, locale)}
${answerTable(operation, locale)}
${sampleParts(operation, locale)}
</section>`;
}

function cell(text: InBoth, locale: GuideLocale): string {
  return `<td>${inlineText.parseInline(text[locale], { async: false })}</td>`;
}

function parameterTable({ parameters }: Operation, contract: ContractReader, locale: GuideLocale): string {
  if (parameters.length === 0) return '';
  const t = T[locale];
  const rows = parameters.map(
    ({ name, in: where, required, schema, description }) =>
      `<tr><td><code>${escapeHtml(name)}</code>${required ? ` (${t.required})` : ''}</td><td>${where}</td>${typeCell(schema, contract)}${cell(description, locale)}</tr>`,
  );
  return table(t.parameters, [t.field, t.where, t.type, t.meaning], rows);
}

function bodyTable({ body }: Operation, contract: ContractReader, locale: GuideLocale): string {
  if (body === null) return '';
  const t = T[locale];
  const rows = fieldsOf(body.schema, contract).map(
    ({ name, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code>${required ? ` (${t.required})` : ''}</td>${typeCell(schema, contract)}${cell(descriptionOf(contract.resolve(schema)), locale)}</tr>`,
  );
  if (rows.length === 0) return `<h3>${t.body}</h3><p><code>${escapeHtml(body.type)}</code></p>`;
  return table(t.body, [t.field, t.type, t.meaning], rows);
}

function table(title: string, head: readonly string[], rows: readonly string[]): string {
  return `<h3>${title}</h3>
<div class="table" tabindex="0"><table><thead><tr>${head.map((each) => `<th>${each}</th>`).join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>`;
}

interface Field {
  name: string;
  required: boolean;
  schema: Node;
}

/** The fields of an object, with those of objects in it: `address.zone`, `items[].quantity`. */
function fieldsOf(node: Node, contract: ContractReader, prefix = '', depth = 0): Field[] {
  const schema = contract.resolve(node);
  const merged = list(schema.allOf);
  if (merged.length > 0) return merged.flatMap((each) => fieldsOf(each as Node, contract, prefix, depth));
  const required = list(schema.required);
  return Object.entries(Object(schema.properties) as Record<string, Node>).flatMap(([name, each]) => {
    const field = { name: `${prefix}${name}`, required: required.includes(name), schema: each };
    if (depth + 1 >= MAX_DEPTH) return [field];
    const inner = contract.resolve(each);
    const below =
      inner.type === 'array'
        ? fieldsOf(Object(inner.items) as Node, contract, `${field.name}[].`, depth + 1)
        : fieldsOf(inner, contract, `${field.name}.`, depth + 1);
    return [field, ...below];
  });
}

function typeCell(schema: Node, contract: ContractReader): string {
  return `<td dir="ltr">${escapeHtml(typeOf(schema, contract))}</td>`;
}

function typeOf(node: Node, contract: ContractReader): string {
  const schema = contract.resolve(node);
  const values = list(schema.enum);
  if (values.length > 0) return values.map(String).join(' | ');
  if (schema.type === 'array') return `${typeOf(Object(schema.items) as Node, contract)}[]`;
  const nullable = schema.nullable === true ? ' | null' : '';
  const bounds = [
    ...(schema.minimum === undefined ? [] : [`≥ ${schema.minimum}`]),
    ...(schema.maximum === undefined ? [] : [`≤ ${schema.maximum}`]),
    ...(schema.maxLength === undefined ? [] : [`≤ ${schema.maxLength} characters`]),
  ];
  const named = String(schema.format ?? schema.type ?? 'object');
  return named + nullable + (bounds.length === 0 ? '' : ` (${bounds.join(', ')})`);
}

function answerTable({ answers }: Operation, locale: GuideLocale): string {
  const t = T[locale];
  const rows = answers.map(
    ({ status, description }) => `<tr><td>${status}</td>${cell(description, locale)}</tr>`,
  );
  const success = answers.find(({ status, example }) => status.startsWith('2') && example !== undefined);
  const example =
    success === undefined
      ? ''
      : `<details><summary>${t.answer} ${success.status}</summary>${pre(
          typeof success.example === 'string' ? success.example : JSON.stringify(success.example, null, 2),
        )}</details>`;
  return `<details><summary>${t.answers}: ${answers.map(({ status }) => status).join(locale === 'ar' ? '، ' : ', ')}</summary>
<div class="table" tabindex="0"><table><tbody>${rows.join('')}</tbody></table></div></details>
${example}`;
}

function sampleParts(operation: Operation, locale: GuideLocale): string {
  const { curl, typescript, python } = samplesOf(operation);
  return `<details><summary>${T[locale].sample}</summary>
<p>curl</p>${pre(curl)}
<p>TypeScript</p>${pre(typescript)}
<p>Python</p>${pre(python)}
</details>`;
}

function pre(text: string): string {
  return `<pre tabindex="0" dir="ltr"><code>${escapeHtml(text)}</code></pre>`;
}
