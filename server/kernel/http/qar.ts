import type { components } from './api-types.ts';

/** An amount as the contract shows it: a decimal string and its currency. */
export function qar(amount: string): components['schemas']['Money'] {
  return { amount, currency: 'QAR' };
}
