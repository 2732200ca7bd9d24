import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/**
 * A driver: the application's data, and from `status` on a projection of the driver actor. Money is decimal strings.
 */
export class Driver extends Model {
  static override tableName = 'drivers';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare accountId: string;
  declare fullName: string;
  declare phone: string;
  declare vehicleType: 'BICYCLE' | 'MOTORCYCLE' | 'CAR' | 'VAN';
  declare vehiclePlate: string | null;
  declare createdAt: Date;
  declare status: 'APPLIED' | 'APPROVED' | 'REJECTED' | 'SUSPENDED';
  declare zoneIds: string[];
  declare cashLimit: string | null;
  declare capacity: number;
  declare cashOnHand: string;
  declare codAssigned: string;
  declare itemsAssigned: number;
  declare activeTasks: number;
  declare duty: 'OFF' | 'ON_DUTY' | 'ON_BREAK';
  declare shiftId: string | null;
  declare idleSince: Date | null;
  declare shiftPlannedEnd: Date | null;
  /** A dispatcher let the driver keep the cash after this shift. */
  declare cashCarryOver: boolean;
  /** The actor's version, used as ETag. */
  declare actorVersion: number;
}
