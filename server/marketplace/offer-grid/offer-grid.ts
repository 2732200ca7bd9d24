import { gridHandlers } from './grid-handlers.ts';

/** A seller's grid of offers: what was edited in it, saved in one go. */
export const offerGridSlice = { handlers: gridHandlers };
