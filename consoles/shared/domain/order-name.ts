export interface Numbered {
  orderNumber: string;
  parcel?: { number: number; of: number } | undefined;
}

/** "W-2026-000039", or "W-2026-000039 · 1/2" for an order in two parcels. Never broken over two lines. */
export function orderName({ orderNumber, parcel }: Numbered): string {
  return parcel === undefined ? orderNumber : `${orderNumber}\u00a0·\u00a0${parcel.number}/${parcel.of}`;
}
