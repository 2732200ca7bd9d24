import type { DriverPosition, DriverPresence } from '../../../actors/geo/presence-port.ts';
import type { TaskStatus } from '../../../actors/order/state.ts';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { components } from '../../kernel/http/api-types.ts';
import type { Locale } from '../../kernel/texts/locale.ts';
import { readDeliveryCodes, type ShownCode } from '../../notifications/notifications.ts';
import { DRIVER_KNOWN, readDrivenTasks } from './delivery-store.ts';
import { listedGroups, readGroupHistory } from './order-group-store.ts';
import type { Order } from './order-store.ts';
import { renderHistory } from './render-order-group.ts';

type Schemas = components['schemas'];

/** States in which the driver's position is shown: only while the goods are on their way, for the driver's privacy. */
const ON_THE_WAY: readonly TaskStatus[] = [
  'PICKED_UP',
  'IN_TRANSIT',
  'ARRIVED',
  'CODE_VERIFIED',
  'CASH_RECORDED',
];

/** States in which the delivery code is shown: a used code is of no use any more. */
const CODE_WORKS: readonly TaskStatus[] = ['IN_TRANSIT', 'ARRIVED'];

export async function trackOrder(
  deps: Pick<Dependencies, 'database' | 'clock' | 'secrets'> & { presence: DriverPresence },
  order: Order,
  locale: Locale,
): Promise<Schemas['OrderTracking']> {
  const { database, presence } = deps;
  const groups = (await listedGroups(database, [order])).get(order.id) ?? [];
  const tasks = await readDrivenTasks(database, order.id, DRIVER_KNOWN);
  const moving = tasks.filter((task) => ON_THE_WAY.includes(task.status));
  const atTheDoor = tasks.filter((task) => CODE_WORKS.includes(task.status)).map(({ id }) => id);
  const groupIds = groups.map((group) => group.id);
  const [history, codes, positions] = await Promise.all([
    readGroupHistory(database, groupIds),
    readDeliveryCodes(deps, order.accountId, atTheDoor),
    presence.positionOf([...new Set(moving.map((task) => task.driver_id))]),
  ]);
  return {
    orderId: order.id,
    number: order.number,
    status: order.status,
    groups: groups.map((group) => {
      const task = tasks.find((candidate) => candidate.group_id === group.id);
      const onTheWay = moving.find((candidate) => candidate.group_id === group.id);
      return {
        groupId: group.id,
        sellerName: locale === 'ar' ? group.display_name_ar : group.display_name_en,
        sellerPhone: group.public_phone,
        status: group.status,
        driver: task === undefined ? null : { displayName: firstName(task.full_name) },
        driverLocation: onTheWay === undefined ? null : renderPosition(positions.get(onTheWay.driver_id)),
        eta: task?.dropoff_eta?.toISOString() ?? null,
        deliveryCode: renderCode(codes.get(task?.id ?? '')),
        history: (history.get(group.id) ?? []).map(renderHistory),
      };
    }),
  };
}

function renderPosition(position: DriverPosition | undefined): Schemas['DriverPosition'] | null {
  if (position === undefined) return null;
  return { latitude: position.latitude, longitude: position.longitude, recordedAt: position.at };
}

function renderCode(shown: ShownCode | undefined): Schemas['ShownDeliveryCode'] | null {
  if (shown === undefined) return null;
  return { code: shown.code, validUntil: shown.validUntil.toISOString() };
}

function firstName(fullName: string): string {
  return fullName.trim().split(/\s+/)[0] ?? '';
}
