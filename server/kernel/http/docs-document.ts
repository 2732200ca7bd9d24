import type { Document } from 'openapi-backend';
import type { AllowedCaller } from './contract.ts';

/** An account of the demo installation, with its published password. */
export interface DemoSignIn {
  /** E.g. "dispatcher". */
  role: string;
  email: string;
  password: string;
}

interface ShownOperation {
  tags?: string[];
  operationId?: string;
  parameters?: unknown[];
  requestBody?: { content?: Record<string, { example?: unknown; examples?: unknown }> };
  'x-roles'?: AllowedCaller[];
}

interface ShownParameter {
  name?: string;
  required?: boolean;
  description?: string;
  example?: unknown;
}

/** Audiences in page order; the platform's operators come first. */
const AUDIENCES = [
  'Signing in',
  'Administrators',
  'Dispatchers',
  'Sellers',
  'Drivers',
  'Buyers',
  'Everybody',
];

/** Audience by contract tag. */
const AUDIENCE_OF: Readonly<Record<string, string>> = {
  auth: 'Signing in',
  admin: 'Administrators',
  dispatch: 'Dispatchers',
  seller: 'Sellers',
  driver: 'Drivers',
  cart: 'Buyers',
  addresses: 'Buyers',
  checkout: 'Buyers',
  orders: 'Buyers',
};

/** Subject by path segment; other segments become headings themselves. */
const SUBJECTS: Readonly<Record<string, string>> = {
  auth: 'Sign in and out',
  mfa: 'Second factor',
  codes: 'One-time codes',
  password: 'Password',
  email: 'E-mail address',
  me: 'My account',
  'audit-log': 'Audit log',
  accounts: 'Accounts and roles',
  'commission-plans': 'Commission',
  categories: 'Catalogue',
  products: 'Catalogue',
  offers: 'Catalogue',
  variants: 'Catalogue',
  warehouses: 'Stock',
  stock: 'Stock',
  'stock-movements': 'Stock',
  'stock-counts': 'Stock',
  'stock-imports': 'Stock',
  orders: 'Orders',
  'order-groups': 'Orders',
  payables: 'Money',
  payouts: 'Money',
  ledger: 'Money',
  statements: 'Money',
  'bank-account': 'Money',
  staff: 'Staff',
  'staff-invitations': 'Staff',
  'shipping-methods': 'Shipping',
};

/** First segments after which the subject is in the second segment. */
const BELOW = new Set(['admin', 'dispatch', 'seller', 'driver']);

/**
 * The contract as shown on the page: grouped by audience and subject, with examples filled in so that calls work as
 * they are. @param demo The demo's accounts; empty otherwise.
 */
export function shownDocument(document: Document, demo: readonly DemoSignIn[]): Document {
  const copy = structuredClone(document);
  const groups = new Map<string, { audience: string }>();
  for (const [path, item] of Object.entries(copy.paths ?? {})) {
    for (const operation of Object.values(item ?? {}) as ShownOperation[]) {
      if (operation.operationId === undefined) continue;
      const group = groupOf(path, operation.tags?.[0] ?? '');
      operation.tags = [group.name];
      groups.set(group.name, group);
      if (operation.operationId === 'login') nameDemoSignIns(operation, demo);
    }
  }
  // The page orders groups by tag order.
  copy.tags = [...groups]
    .toSorted(([, left], [, right]) => AUDIENCES.indexOf(left.audience) - AUDIENCES.indexOf(right.audience))
    .map(([name, { audience }]) => ({ name, 'x-audience': audience }));
  // The page shows the general conventions elsewhere.
  delete copy.info.description;
  leaveOptionalEmpty(copy);
  return copy;
}

function groupOf(path: string, tag: string): { name: string; audience: string } {
  const audience = AUDIENCE_OF[tag] ?? 'Everybody';
  const subject = subjectOf(path.split('/').filter((segment) => segment !== ''));
  return { name: audience === subject ? audience : `${audience} · ${subject}`, audience };
}

function subjectOf([first = '', second]: readonly string[]): string {
  const named = second === undefined || second.startsWith('{') ? first : second;
  const segment = BELOW.has(first) ? named : first === 'auth' && second !== undefined ? second : first;
  return SUBJECTS[segment] ?? (first === 'auth' ? 'Sign in and out' : titled(segment));
}

function titled(segment: string): string {
  const words = segment.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * One sign-in example per demo account. The administrator's comes first and needs a code, which the page cannot know.
 */
function nameDemoSignIns({ requestBody }: ShownOperation, demo: readonly DemoSignIn[]): void {
  const body = requestBody?.content?.['application/json'];
  if (body === undefined || demo.length === 0) return;
  delete body.example;
  body.examples = Object.fromEntries(
    demo.map(({ role, email, password }) => [
      role,
      {
        summary: `The demo's ${role}`,
        value: { email, password, ...(role === 'administrator' ? { mfaToken: '000000' } : {}) },
      },
    ]),
  );
}

/** Required on every edit, although the contract cannot mark it so: see components.parameters.IfMatch. */
const NEEDED_HEADER = 'If-Match';

/**
 * The page prefills every parameter's example. An unrequested cursor, filter or Idempotency-Key would break the call,
 * so optional ones stay empty and mention their example in the description.
 */
function leaveOptionalEmpty(document: Document): void {
  const operations = Object.values(document.paths ?? {}).flatMap((item) => Object.values(item ?? {}));
  const inline = operations.flatMap((operation) => parametersOf(operation));
  const shared = Object.values(document.components?.parameters ?? {}) as ShownParameter[];
  for (const parameter of [...shared, ...inline]) {
    if (parameter.example === undefined || parameter.required === true || parameter.name === NEEDED_HEADER)
      continue;
    parameter.description = `${parameter.description ?? ''} E.g. \`${String(parameter.example)}\`.`.trim();
    delete parameter.example;
  }
}

function parametersOf(operation: unknown): ShownParameter[] {
  const isOperation = typeof operation === 'object' && operation !== null && 'parameters' in operation;
  return isOperation && Array.isArray(operation.parameters) ? (operation.parameters as ShownParameter[]) : [];
}
