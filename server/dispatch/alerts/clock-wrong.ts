import { readClockFaults } from '../../kernel/clock/clock-store.ts';
import type { Condition } from './condition.ts';

/** A process has taken itself out of service because its clock differs from the database's. */
export const clockWrong: Condition = {
  kind: 'CLOCK_WRONG',
  async causes({ trx }) {
    const faults = await readClockFaults(trx);
    return faults.map(({ process, skew_ms }) => ({
      key: process,
      subjectType: 'PROCESS',
      subjectId: process,
      // Whole seconds, so that each comparison is not a change of its own.
      data: { process, skewSeconds: Math.round(skew_ms / 1_000) },
    }));
  },
};
