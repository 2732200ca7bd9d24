import type { AlertPeak, RoomView } from '../record/logbook-types.ts';

/** The open alerts of a view; null if the view has none. */
export function openAlerts({ alerts }: Pick<RoomView, 'alerts'>, at: number): AlertPeak | null {
  const kinds = new Map<string, number>();
  let count = 0;
  for (const { kind, status } of alerts.values()) {
    if (status === 'RESOLVED') continue;
    count += 1;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return count === 0 ? null : { count, at, kinds };
}
