import { generate } from 'otplib';
import { Refused } from '../../people/person.ts';
import { namedChance } from '../../shared/chance.ts';
import { qatarIban } from '../model/iban.ts';
import type { Logbook } from '../record/logbook.ts';
import type { Shop } from '../world/world.ts';

/**
 * Gives the shop's owner a second factor and the shop a bank account. An earlier run's work is kept; if that run
 * stopped between the two, the factor's key is lost and the shop is not paid.
 */
export async function openBankAccount(
  { citizen, sellerId, key, password }: Shop,
  seed: number,
  logbook: Logbook,
): Promise<void> {
  const { person, api } = citizen;
  const seller = await person.ok('read the shop', api.GET('/seller'));
  if (seller.bankAccount.current !== null || seller.bankAccount.pending !== null) return;
  const { accountId = '' } = logbook.clients.get(citizen.id) ?? {};
  try {
    const enrol = api.POST('/auth/mfa/enroll', { body: { currentPassword: password } });
    const { secret } = await person.ok('enrol a second factor', enrol);
    const code = await generate({ secret });
    await person.ok('confirm the second factor', api.POST('/auth/mfa/confirm', { body: { code } }));
  } catch (error) {
    if (error instanceof Refused && error.code === 'auth.MFA_ALREADY_ENROLLED') return;
    throw error;
  }
  const body = { iban: qatarIban(namedChance(seed, 'iban', key)), accountHolder: seller.legalName };
  const params = { header: { 'If-Match': `"${seller.version}"` } };
  await person.ok('say where to be paid', api.PUT('/seller/bank-account', { params, body }));
  logbook.secured.push({ accountId, sellerId });
}
