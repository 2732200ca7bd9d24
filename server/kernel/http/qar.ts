import type { components } from './api-types.ts';

/** An amount in the contract's form: a decimal string and its currency. */
export function qar(amount: string): components['schemas']['Money'] {
  return { amount, currency: 'QAR' };
}
