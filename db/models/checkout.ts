import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** A delivery address as it was copied when chosen. */
export interface AddressSnapshot {
  contactName: string;
  phone: string;
  zoneNumber: number;
  streetNumber: number;
  buildingNumber: number;
  unit: string | null;
  floor: string | null;
  landmark: string | null;
  location: { latitude: number; longitude: number };
}

export type CheckoutStatus = 'OPEN' | 'CONFIRMED' | 'EXPIRED' | 'CANCELLED';

export class Checkout extends Model {
  static override tableName = 'checkouts';
  static override columnNameMappers = snakeCaseMappers();
  static override jsonAttributes = ['address'];

  declare id: string;
  declare accountId: string;
  declare status: CheckoutStatus;
  /** Domain time. */
  declare expiresAt: Date;
  declare address: AddressSnapshot | null;
  declare paymentMethod: 'COD' | null;
  declare orderId: string | null;
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
