import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** One worked shift; a projection of the driver actor. */
export class ShiftRun extends Model {
  static override tableName = 'shift_runs';
  static override columnNameMappers = snakeCaseMappers();
  static override jsonAttributes = ['breaks'];

  declare id: string;
  declare driverId: string;
  declare status: 'ON_DUTY' | 'ON_BREAK' | 'ENDED';
  declare startedAt: Date;
  declare endedAt: Date | null;
  declare breaks: { from: string; to: string | null }[];
  /** The plan it follows; null for an unplanned shift. */
  declare planId: string | null;
  declare plannedEnd: Date | null;
  declare actorVersion: number;
}
