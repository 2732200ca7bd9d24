export type MapLocale = 'en' | 'ar';

/** The name of the font in every style of ours; overlays use it too. */
export const MAP_FONT = 'Wasl';
