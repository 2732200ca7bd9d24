export const SITE_NAME = { en: 'Wasl', ar: 'وصل' } as const;
