import { randomBytes } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';
import type { Secrets } from '../kernel/security/secrets.ts';
import { deleteRecoveryCodes, insertRecoveryCodes, markCodeUsed } from './second-factor-store.ts';

const CODE_COUNT = 10;
const CODE_LENGTH = 8;
// Crockford's base 32: excludes letters easily mistaken for digits.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Creates ten codes of 40 random bits, e.g. "7K2M-QX4D", replacing the account's older ones. Only hashes are stored.
 */
export async function replaceRecoveryCodes(
  trx: Transaction,
  secrets: Secrets,
  accountId: string,
): Promise<string[]> {
  const codes = Array.from({ length: CODE_COUNT }, newRecoveryCode);
  await deleteRecoveryCodes(trx, accountId);
  await insertRecoveryCodes(
    trx,
    accountId,
    codes.map((code) => secrets.hash('recovery-code', accountId, plainCode(code))),
  );
  return codes;
}

/** True once per code, even under concurrent use. */
export function useRecoveryCode(
  trx: Transaction,
  secrets: Secrets,
  accountId: string,
  code: string,
): Promise<boolean> {
  return markCodeUsed(trx, accountId, secrets.hashes('recovery-code', accountId, plainCode(code)));
}

function newRecoveryCode(): string {
  const symbols = [...randomBytes(CODE_LENGTH)].map((byte) => ALPHABET.charAt(byte & 31));
  return `${symbols.slice(0, 4).join('')}-${symbols.slice(4).join('')}`;
}

function plainCode(code: string): string {
  return code.toUpperCase().replaceAll('-', '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
}
