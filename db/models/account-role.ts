import type { Role } from '../../actors/runtime/machine.ts';

/** A role that a person can have. */
export type AccountRoleName = Exclude<Role, 'SYSTEM'>;
