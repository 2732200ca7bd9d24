import objection from 'objection';
import type { GroupStatus, PaymentStatus, ShippingMethod } from '../../actors/order/state.ts';

const { Model, snakeCaseMappers } = objection;

/** An order's part for one seller. From `status` on, the columns mirror the order actor. */
export class OrderGroup extends Model {
  static override tableName = 'order_groups';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare orderId: string;
  declare sellerId: string;
  /** Where the driver picks up. */
  declare warehouseId: string;
  declare methodCode: ShippingMethod;
  declare methodNameEn: string;
  declare methodNameAr: string;
  /** Days in Asia/Qatar, 'YYYY-MM-DD'. */
  declare promisedFrom: string;
  declare promisedTo: string;
  /** QAR, decimal strings. */
  declare goodsTotal: string;
  declare shippingTotal: string;
  declare cashDue: string;
  /** Percent, frozen at confirm like the amount it makes. */
  declare commissionRate: string;
  declare commission: string;
  declare acceptBy: Date;
  declare status: GroupStatus;
  declare paymentStatus: PaymentStatus;
  declare collectedAmount: string | null;
  declare deadlineMissed: boolean;
  declare acceptedAt: Date | null;
  declare readyAt: Date | null;
  declare endedAt: Date | null;
  /** The seller has the returned goods back. */
  declare returnConfirmedAt: Date | null;
  declare actorVersion: number;
}
