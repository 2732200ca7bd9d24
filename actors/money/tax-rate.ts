/** Qatar's tax rate in percent; prices include tax. */
export const TAX_RATE = '0.00';
