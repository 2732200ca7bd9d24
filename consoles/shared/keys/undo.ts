/** Something that was done and can be taken back. */
export interface Undoable {
  /** Takes it back, and says so, or why not. */
  run(): void;
}

/** Milliseconds for which the last action can be undone: Ctrl+Z is not expected to reach back further. */
const HOLDS_MS = 120_000;

let last: { undoable: Undoable; until: number } | null = null;

/** Puts it into the one slot that Ctrl+Z empties. The returned function takes it out, when another way was used. */
export function offerUndo(undoable: Undoable): () => void {
  const offered = { undoable, until: Date.now() + HOLDS_MS };
  last = offered;
  return () => {
    if (last === offered) last = null;
  };
}

/** An action that takes something back, as that of a notice: Ctrl+Z does the same, also when the notice has gone. */
export function undoable<A extends Undoable>(action: A): A {
  const takeOut = offerUndo(action);
  return {
    ...action,
    run: () => {
      // Pressed once, it is not there for the keys any more.
      takeOut();
      action.run();
    },
  };
}

/** Takes back what was done last; false when there is nothing. */
export function undoLast(): boolean {
  const taken = last;
  last = null;
  if (taken === null || Date.now() > taken.until) return false;
  taken.undoable.run();
  return true;
}
