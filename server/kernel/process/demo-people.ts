import type { AccountRoleName } from '../../../db/models/account-role.ts';

export interface DemoPerson {
  role: string;
  email: string;
  password: string;
  displayName: string;
  locale: 'en' | 'ar';
  roles: readonly AccountRoleName[];
  note: string;
}

/** The ready-made sign-ins. Published passwords: they exist on loopback in demo mode only. */
export const DEMO_PEOPLE = {
  admin: person(
    'administrator',
    'admin',
    'Aisha Al Sulaiti',
    ['ADMIN'],
    'needs an authenticator code (mfaToken) from the key below',
  ),
  dispatcher: person(
    'dispatcher',
    'dispatcher',
    'Khalid Al Mannai',
    ['DISPATCHER'],
    'e-mail and password alone',
  ),
  secondDispatcher: person(
    'second dispatcher',
    'dispatcher2',
    'Maryam Al Thani',
    ['DISPATCHER'],
    'approves cash differences that the first one counted',
  ),
  seller: person('seller owner', 'seller', 'Hamad Al Naimi', ['BUYER'], 'owns the shop Dar Al Qahwa'),
  driver: person(
    'driver',
    'driver',
    'Rashid Al Marri',
    ['BUYER'],
    'approved for all of Qatar; start a shift to be offered tasks',
  ),
  buyer: person('buyer', 'buyer', 'Noora Al Kuwari', ['BUYER'], 'has an address in West Bay'),
} satisfies Record<string, DemoPerson>;

function person(
  role: string,
  name: string,
  displayName: string,
  roles: readonly AccountRoleName[],
  note: string,
): DemoPerson {
  return {
    role,
    email: `${name}@demo.wasl.example`,
    password: `wasl-demo-${name}`,
    displayName,
    locale: 'en',
    roles,
    note,
  };
}
