import type { Document } from 'openapi-backend';
import type { AllowedCaller } from './contract.ts';

/** Somebody of the demo installation, whose password is no secret. */
export interface DemoSignIn {
  /** What they are, e.g. "dispatcher". */
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

/** Whose operations they are, in the order of the page: who runs the platform looks here first. */
const AUDIENCES = [
  'Signing in',
  'Administrators',
  'Dispatchers',
  'Sellers',
  'Drivers',
  'Buyers',
  'Everybody',
];

/** The audience of a contract's tag. */
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

/** What operations are about, by a segment of their path; any other segment is its own heading. */
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

/** Where the subject stands in the second segment of the path. */
const BELOW = new Set(['admin', 'dispatch', 'seller', 'driver']);

/**
 * The contract as the page shows it: grouped by who may call and what it is about, and filled in so that a call works
 * as it stands. @param demo The demo installation's people; none elsewhere.
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
  // The page shows groups in the order of the tags.
  copy.tags = [...groups]
    .toSorted(([, left], [, right]) => AUDIENCES.indexOf(left.audience) - AUDIENCES.indexOf(right.audience))
    .map(([name, { audience }]) => ({ name, 'x-audience': audience }));
  // The page tells what holds for every operation in its own place.
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

/** One example for each of the demo's people, the administrator first: with a code, which the page cannot know. */
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

/** Needed on every edit, though the contract cannot mark it so: see components.parameters.IfMatch. */
const NEEDED_HEADER = 'If-Match';

/**
 * The page fills every parameter's example into its form. A cursor, filter or Idempotency-Key that nobody asked for
 * would spoil the call, so optional ones stay empty and show their example in words.
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
