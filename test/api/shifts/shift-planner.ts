import { watchShifts } from '../../../server/dispatch/shifts/watch-shifts.ts';
import type { Schema } from '../../support/api-client.ts';
import { DeliveryWorld, type OnDuty } from '../../worlds/delivery-world.ts';

export type Shift = Schema<'DispatchShift'>;
export type Planning = Schema<'ShiftPlanning'>;

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Planning shifts, on top of a world of deliveries. */
export class ShiftPlanner {
  readonly delivery: DeliveryWorld;

  private constructor(delivery: DeliveryWorld) {
    this.delivery = delivery;
  }

  static async open(): Promise<ShiftPlanner> {
    return new ShiftPlanner(await DeliveryWorld.open());
  }

  /** The moment this many milliseconds from now, in domain time. */
  at(milliseconds: number): string {
    return new Date(this.delivery.service.clock.now().getTime() + milliseconds).toISOString();
  }

  /** Plans one shift of this driver; from and to are milliseconds from now. */
  async plan({ driverId }: OnDuty, from: number, to: number, more: object = {}): Promise<Shift> {
    const body = { driverId, plannedStart: this.at(from), plannedEnd: this.at(to), ...more };
    const { shifts } = await this.delivery.dispatcher.post<Planning>('/dispatch/shifts', body);
    const [shift] = shifts;
    if (shift === undefined) throw new Error('no shift was planned');
    return shift;
  }

  shift(id: string): Promise<Shift> {
    return this.delivery.dispatcher.get(`/dispatch/shifts/${id}`);
  }

  edit({ id, version }: Shift, body: object): Promise<Schema<'ShiftEdit'>> {
    return this.delivery.dispatcher.patch(`/dispatch/shifts/${id}`, body, { version: version ?? 0 });
  }

  /** Advances domain time, and does what workers do then. */
  async later(milliseconds: number): Promise<void> {
    await this.delivery.later(milliseconds);
    await this.duty();
  }

  async duty(): Promise<void> {
    await watchShifts(this.delivery.service.inside.deps);
    await this.delivery.settle();
  }

  /** Alerts of a kind about this driver, newest first. */
  async alerts(kind: string, { driverId }: OnDuty): Promise<string[]> {
    const rows: { status: string }[] = await this.delivery
      .database('alerts')
      .where({ kind, subject_id: driverId })
      .orderBy('raised_at', 'desc');
    return rows.map(({ status }) => status);
  }

  async bell({ client }: OnDuty, kind: string): Promise<Schema<'Notification'>[]> {
    const { data } = await client.get<Schema<'NotificationList'>>('/notifications?limit=100');
    return data.filter((one) => one.kind === kind);
  }
}
