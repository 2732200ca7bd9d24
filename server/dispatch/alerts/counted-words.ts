/** Nouns that alerts count, in the forms Arabic counts them in. */
export const DELIVERIES_AR = { two: 'توصيلتين', few: 'توصيلات', many: 'توصيلة' };
export const DRIVERS_AR = { two: 'سائقين', few: 'سائقين', many: 'سائقًا' };
