/** Nouns counted in alerts, in the Arabic number forms. */
export const DELIVERIES_AR = { two: 'توصيلتين', few: 'توصيلات', many: 'توصيلة' };
export const DRIVERS_AR = { two: 'سائقين', few: 'سائقين', many: 'سائقًا' };
