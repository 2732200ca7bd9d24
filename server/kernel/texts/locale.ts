/** The two languages of everything people read. */
export type Locale = 'en' | 'ar';
