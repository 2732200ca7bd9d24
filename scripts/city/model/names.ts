import type { Chance } from '../../shared/chance.ts';

const FIRST = [
  'Noora',
  'Hamad',
  'Maryam',
  'Khalid',
  'Aisha',
  'Jassim',
  'Fatima',
  'Abdulla',
  'Sara',
  'Yousef',
  'Hessa',
  'Saad',
  'Amna',
  'Rashid',
  'Mona',
  'Omar',
  'Layla',
  'Tariq',
  'Priya',
  'Rajesh',
  'Anjali',
  'Suresh',
  'Grace',
  'Ramil',
  'Nimal',
  'Kavya',
  'Bilal',
  'Sana',
  'Mahmoud',
  'Dina',
  'Samir',
  'Rania',
  'Bikash',
  'Sunita',
  'John',
  'Elena',
];
const LAST = [
  'Al Kuwari',
  'Al Marri',
  'Al Sulaiti',
  'Al Naimi',
  'Al Hajri',
  'Al Mansoori',
  'Al Thawadi',
  'Al Emadi',
  'Rahman',
  'Haddad',
  'Khoury',
  'Mustafa',
  'Nair',
  'Menon',
  'Sharma',
  'Fernando',
  'Perera',
  'Santos',
  'Reyes',
  'Khan',
  'Ahmed',
  'Hussain',
  'Gurung',
  'Thapa',
  'Okafor',
  'Haile',
  'Miller',
  'Costa',
];

/** A typical name in Doha; several people may share one. */
export function personName(chance: Chance): string {
  return `${chance.pick(FIRST)} ${chance.pick(LAST)}`;
}

/** A Qatari mobile number. */
export function mobile(chance: Chance): string {
  return `+974${chance.pick([3, 5, 6, 7])}${String(chance.whole(0, 9_999_999)).padStart(7, '0')}`;
}
