export interface Numbered {
  orderNumber: string;
  parcel?: { number: number; of: number } | undefined;
}

/** "W-2026-000039", and "W-2026-000039 · 1/2" of an order that comes in two parcels. On one line wherever it stands. */
export function orderName({ orderNumber, parcel }: Numbered): string {
  return parcel === undefined ? orderNumber : `${orderNumber}\u00a0·\u00a0${parcel.number}/${parcel.of}`;
}
