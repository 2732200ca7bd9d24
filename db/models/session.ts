import objection from 'objection';

const { Model, snakeCaseMappers } = objection;

/** One sign-in. Access tokens name it; all refresh tokens that came from one sign-in belong to it. */
export class Session extends Model {
  static override tableName = 'sessions';
  static override columnNameMappers = snakeCaseMappers();

  declare id: string;
  declare accountId: string;
  declare surface: string;
  /** When the session passed a second factor. */
  declare mfaAt: Date | null;
  declare userAgent: string | null;
  declare ip: string | null;
  declare createdAt: Date;
  declare expiresAt: Date;
  declare revokedAt: Date | null;
  declare revokeReason: string | null;
}
