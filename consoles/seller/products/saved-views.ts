/** Filters of a list under a name, kept on this device for each account. */
export interface SavedView {
  name: string;
  /** Of the address, without the question mark. */
  query: string;
}

const MAX_VIEWS = 20;
const placeOf = (accountId: string) => `wasl.products.views.${accountId}`;

export function readViews(storage: Pick<Storage, 'getItem'>, accountId: string): readonly SavedView[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(placeOf(accountId)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isView).slice(0, MAX_VIEWS) : [];
  } catch {
    return [];
  }
}

/** A view of the same name is replaced; the oldest one goes where there are too many. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return [...views.filter(({ name }) => name !== view.name), view].slice(-MAX_VIEWS);
}

/** False where this device keeps nothing, as in a private window that is full. */
export function keepViews(
  storage: Pick<Storage, 'setItem'>,
  accountId: string,
  views: readonly SavedView[],
): boolean {
  try {
    storage.setItem(placeOf(accountId), JSON.stringify(views));
    return true;
  } catch {
    return false;
  }
}

function isView(kept: unknown): kept is SavedView {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'name' in kept &&
    typeof kept.name === 'string' &&
    'query' in kept &&
    typeof kept.query === 'string'
  );
}
