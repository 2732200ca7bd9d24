/** Identifies a stock level. */
export interface LevelKey {
  offerId: string;
  warehouseId: string;
}

export function levelKey({ offerId, warehouseId }: LevelKey): string {
  return `${offerId}/${warehouseId}`;
}

/** The keys as columns, for `unnest`. */
export function levelColumns(keys: readonly LevelKey[]): { offerIds: string[]; warehouseIds: string[] } {
  return {
    offerIds: keys.map(({ offerId }) => offerId),
    warehouseIds: keys.map(({ warehouseId }) => warehouseId),
  };
}
