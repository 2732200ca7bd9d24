import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** A buyer's delivery address by Qatar's blue plates. Removing one only marks it. */
export class Address extends Model {
  static override tableName = 'addresses';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare accountId: string;
  declare label: string | null;
  declare contactName: string;
  /** +974 and eight digits. */
  declare phone: string;
  declare zoneNumber: number;
  declare streetNumber: number;
  declare buildingNumber: number;
  declare unit: string | null;
  declare floor: string | null;
  declare landmark: string | null;
  /** Degrees, WGS 84. */
  declare latitude: number;
  declare longitude: number;
  declare deletedAt: Date | null;
  declare version: number;
  declare createdAt: Date;
  declare updatedAt: Date;
}
