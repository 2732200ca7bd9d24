/** The code in the English text of a DELIVERY_CODE notification; null when it is no longer valid. */
export function deliveryCodeIn(body: string | undefined): string | null {
  return /is (\d{6})\./.exec(body ?? '')?.[1] ?? null;
}
