import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** Where a seller keeps stock and drivers pick up: a Qatari address (blue plate) with a map pin in degrees. */
export class Warehouse extends Model {
  static override tableName = 'warehouses';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare sellerId: string;
  declare importKey: string | null;
  declare name: string;
  /** +974 and 8 digits. */
  declare phone: string | null;
  declare zoneNumber: number;
  declare streetNumber: number;
  declare buildingNumber: number;
  declare unit: string | null;
  declare landmark: string | null;
  declare latitude: number;
  declare longitude: number;
  /** An imported placeholder for the real address. */
  declare placeholder: boolean;
  declare active: boolean;
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
