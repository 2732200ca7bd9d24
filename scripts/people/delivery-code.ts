/** The code in the words of a DELIVERY_CODE notification, in English; null when it is no longer valid. */
export function deliveryCodeIn(body: string | undefined): string | null {
  return /is (\d{6})\./.exec(body ?? '')?.[1] ?? null;
}
