import { boardHandlers } from './board-handlers.ts';

/** The dispatcher's whole board in one answer. */
export const boardSlice = { handlers: boardHandlers };
