/** Names a stock level. */
export interface LevelKey {
  offerId: string;
  warehouseId: string;
}

export function levelKey({ offerId, warehouseId }: LevelKey): string {
  return `${offerId}/${warehouseId}`;
}
