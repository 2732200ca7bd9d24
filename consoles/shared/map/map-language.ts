export type MapLocale = 'en' | 'ar';

/** Name of the font in each of our styles and overlays. */
export const MAP_FONT = 'Wasl';
