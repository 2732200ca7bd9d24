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

/** The drivers on their way to this door: drawn by script; everything it shows is also text below. */
export function OrderMap({ page: { parts, order, mapStyleUrl } }: { page: Model }) {
  const { t } = useShop();
  if (!parts.some(({ group }) => isOnTheWay(group.status))) return null;
  const drivers = parts.flatMap(({ group, tracked: { driver, driverLocation } }): DriverOnMap[] =>
    driver === null || driverLocation === null
      ? []
      : [{ id: group.id, name: driver.displayName, ...driverLocation }],
  );
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
