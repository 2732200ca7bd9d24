/** Qatar's rate; prices include it. */
export const TAX_RATE = '0.00';
