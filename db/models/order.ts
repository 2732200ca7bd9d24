import objection from 'objection';
import type { AddressSnapshot } from './checkout.ts';

const { Model, snakeCaseMappers } = objection;

/** What the buyer confirmed. `status` and `actorVersion` are written by the order actor's commits alone. */
export class Order extends Model {
  static override tableName = 'orders';
  static override columnNameMappers = snakeCaseMappers();
  static override jsonAttributes = ['address'];

  declare id: string;
  /** 'W-2026-000123' */
  declare number: string;
  declare checkoutId: string;
  declare accountId: string;
  declare status: 'PENDING' | 'IN_PROGRESS' | 'DELIVERED' | 'PARTIALLY_DELIVERED' | 'CANCELLED';
  declare address: AddressSnapshot;
  declare paymentMethod: 'COD';
  /** QAR, decimal strings. */
  declare goodsTotal: string;
  declare shippingTotal: string;
  declare taxTotal: string;
  declare total: string;
  /** Domain time. */
  declare placedAt: Date;
  declare actorVersion: number;
}
