import { boardHandlers } from './board-handlers.ts';

/** Everything that a dispatcher's board shows, in one answer. */
export const boardSlice = { handlers: boardHandlers };
