import { baseUrl, type InstallationOptions } from './installation-options.ts';

export interface SignIn {
  readonly role: string;
  readonly email: string;
  readonly password: string;
  /** The console or shop that its sign-in page is of; null: it is used at the API, as the documentation does. */
  readonly opens: 'shop' | 'dispatch' | 'driver' | 'seller' | null;
  readonly note: string;
}

export interface DemoAccounts {
  readonly signIns: readonly SignIn[];
  /** The secret to add to an authenticator app, in base32. */
  readonly adminAuthenticatorKey: string;
}

/** What a person needs once everything runs: where to go, and in the demo how to sign in. */
export function announcement(options: InstallationOptions, demo: DemoAccounts | undefined): string {
  const base = baseUrl(options);
  const addresses: [string, string][] = [
    ['Shop', `${base}/`],
    ['Dispatch', `${base}/dispatch`],
    ['Driver', `${base}/driver`],
    ['Seller', `${base}/seller`],
    ['Guide', `${base}/guide`],
    ['API', `${base}/api/v1`],
    ['API documentation', `${base}/docs`],
    ['Contract', `${base}/openapi.json`],
    ['Health', `${base}/health`],
    ['Readiness', `${base}/ready`],
  ];
  const lines = ['', 'Wasl is running. Ctrl-C stops it.', '', ...table(addresses), ''];
  if (demo !== undefined) lines.push(...signInLines(demo), '');
  return lines.join('\n');
}

function signInLines(demo: DemoAccounts): string[] {
  const rows = demo.signIns.map(({ role, opens, email, password, note }) => [
    role,
    opens === null ? '/docs' : opens === 'shop' ? '/' : `/${opens}`,
    email,
    password,
    note,
  ]);
  return [
    'Sign-ins of this demo installation (loopback only; they exist nowhere else):',
    '',
    ...table([['role', 'signs in at', 'e-mail', 'password', ''], ...rows]),
    '',
    `The administrator's authenticator key: ${demo.adminAuthenticatorKey}`,
  ];
}

/** Rows of equal length, each column as wide as its longest cell. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd(),
  );
}
