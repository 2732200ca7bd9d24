import { gridHandlers } from './grid-handlers.ts';

/** A seller's offer grid: all edits are saved in one request. */
export const offerGridSlice = { handlers: gridHandlers };
