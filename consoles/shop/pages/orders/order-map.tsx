import type { OrdersPage } from '../../../../server/storefront/orders-page-models.ts';
import { useShop } from '../../parts/shop-context.tsx';
import { isOnTheWay } from './order-steps.ts';

type Model = Extract<OrdersPage, { kind: 'order' }>;

/** A driver on the map, as `enhance/order-map.ts` reads it. */
export interface DriverOnMap {
  id: string;
  name: string;
  longitude: number;
  latitude: number;
  /** RFC 3339. */
  recordedAt: string;
}

/** One mark for a driver who brings several parts: they have the same position, measured at the same time. */
export function driversOnMap(
  parts: readonly Pick<Model['parts'][number], 'group' | 'tracked'>[],
): DriverOnMap[] {
  const drivers = new Map<string, DriverOnMap>();
  for (const { group, tracked } of parts) {
    const { driver, driverLocation } = tracked;
    if (driver === null || driverLocation === null) continue;
    const { latitude, longitude, recordedAt } = driverLocation;
    const place = `${driver.displayName} ${latitude} ${longitude} ${recordedAt}`;
    if (drivers.has(place)) continue;
    drivers.set(place, { id: group.id, name: driver.displayName, ...driverLocation });
  }
  return [...drivers.values()];
}

/** The drivers on their way to this door: drawn by script; everything it shows is also text below. */
export function OrderMap({ page: { parts, order, mapStyleUrl } }: { page: Model }) {
  const { t } = useShop();
  if (!parts.some(({ group }) => isOnTheWay(group.status))) return null;
  const drivers = driversOnMap(parts);
  const { latitude, longitude } = order.address.location;
  return (
    <div
      id="map"
      className="order-map"
      data-label={t('mapLabel')}
      data-door-name={t('yourDoor')}
      data-kept
      data-door={JSON.stringify([longitude, latitude])}
      data-drivers={JSON.stringify(drivers)}
      data-style-url={mapStyleUrl ?? undefined}
      data-age={t('mapAge', { time: '{time}' })}
      data-undrawable={t('mapUndrawable')}
      data-zoom-in={t('zoomIn')}
      data-zoom-out={t('zoomOut')}
      data-show-all={t('showAll')}
    />
  );
}
