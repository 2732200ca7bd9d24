/** An action that can be undone. */
export interface Undoable {
  /** Undoes it, and reports the result. */
  run(): void;
}

/** Milliseconds for which the last action can be undone: Ctrl+Z is not expected to reach back further. */
const HOLDS_MS = 120_000;

let last: { undoable: Undoable; until: number } | null = null;

/**
 * Puts it into the one slot that Ctrl+Z empties. The returned function removes it, once it was undone in another way.
 */
export function offerUndo(undoable: Undoable): () => void {
  const offered = { undoable, until: Date.now() + HOLDS_MS };
  last = offered;
  return () => {
    if (last === offered) last = null;
  };
}

/** An undo action that is shown elsewhere, such as in a notice: Ctrl+Z runs it, too, even when the notice has gone. */
export function undoable<A extends Undoable>(action: A): A {
  const takeOut = offerUndo(action);
  return {
    ...action,
    run: () => {
      // It runs once: not again by keys.
      takeOut();
      action.run();
    },
  };
}

/** Undoes the last action; false if there is none. */
export function undoLast(): boolean {
  const taken = last;
  last = null;
  if (taken === null || Date.now() > taken.until) return false;
  taken.undoable.run();
  return true;
}
