import type { AccountRoleName } from '../../../db/models/account-role.ts';

export interface DemoPerson {
  role: string;
  email: string;
  password: string;
  displayName: string;
  locale: 'en' | 'ar';
  roles: readonly AccountRoleName[];
  note: string;
  /** The surface whose sign-in page offers the account; null for none. */
  opens: DemoSurface | null;
}

export type DemoSurface = 'shop' | 'dispatch' | 'driver' | 'seller';

/** An account offered on a sign-in page of the demo. */
export interface DemoAccount {
  name: string;
  email: string;
  password: string;
}

/** The demo accounts that exist and can sign in; empty outside the demo. */
export type DemoAccountsOf = (surface: DemoSurface) => Promise<DemoAccount[]>;

/** The demo's sign-ins. Their passwords are published, so they exist only in demo mode on loopback. */
export const DEMO_PEOPLE = {
  admin: person(
    'administrator',
    'admin',
    'Aisha Al Sulaiti',
    ['ADMIN'],
    null,
    'needs an authenticator code (mfaToken) from the key below',
  ),
  dispatcher: person(
    'dispatcher',
    'dispatcher',
    'Khalid Al Mannai',
    ['DISPATCHER'],
    'dispatch',
    'e-mail and password alone',
  ),
  secondDispatcher: person(
    'second dispatcher',
    'dispatcher2',
    'Maryam Al Thani',
    ['DISPATCHER'],
    'dispatch',
    'approves cash differences that the first one counted',
  ),
  seller: person(
    'seller owner',
    'seller',
    'Hamad Al Naimi',
    ['BUYER'],
    'seller',
    'owns the shop Dar Al Qahwa',
  ),
  driver: person(
    'driver',
    'driver',
    'Rashid Al Marri',
    ['BUYER'],
    'driver',
    'approved for all of Qatar; start a shift to be offered tasks',
  ),
  buyer: person('buyer', 'buyer', 'Noora Al Kuwari', ['BUYER'], 'shop', 'has an address in West Bay'),
} satisfies Record<string, DemoPerson>;

function person(
  role: string,
  name: string,
  displayName: string,
  roles: readonly AccountRoleName[],
  opens: DemoSurface | null,
  note: string,
): DemoPerson {
  return {
    role,
    email: `${name}@demo.wasl.example`,
    password: `wasl-demo-${name}`,
    displayName,
    locale: 'en',
    roles,
    opens,
    note,
  };
}
