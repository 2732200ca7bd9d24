import { expect } from 'chai';
import { transitionTables } from '../../../actors/diagrams/transition-tables.ts';

/** The first state in each table. */
const FIRST = {
  group: 'PENDING_ACCEPTANCE',
  task: 'UNASSIGNED',
  payment: 'PENDING',
  driver: 'APPLIED',
  shift: 'OFF',
  route: 'OPEN',
  settlement: 'NONE',
} as const;

describe('the transition tables', () => {
  for (const [name, table] of Object.entries(transitionTables())) {
    it(`${name}: every state can be reached, and every target exists`, () => {
      const reached = new Set<string>([FIRST[name as keyof typeof FIRST]]);
      for (const state of reached) {
        for (const cell of Object.values(table[state] ?? {})) {
          for (const target of [cell?.to, cell?.or]) {
            if (target === undefined) continue;
            expect(table).to.have.property(target);
            reached.add(target);
          }
        }
      }
      const missing = Object.keys(table).filter((state) => !reached.has(state));
      expect(missing).to.deep.equal([]);
    });

    it(`${name}: every command names who may give it`, () => {
      for (const row of Object.values(table)) {
        for (const cell of Object.values(row)) expect(cell?.roles).to.have.length.greaterThan(0);
      }
    });
  }

  it('have the group’s mirror of its task, and the task’s end with its group', () => {
    const { group, task } = transitionTables();
    expect(group.READY_FOR_PICKUP?.['pick-up']).to.include({ to: 'PICKED_UP' });
    expect(group.PICKED_UP?.['in-transit']).to.include({ to: 'IN_TRANSIT' });
    expect(group.IN_TRANSIT?.complete).to.include({ to: 'DELIVERED' });
    expect(task.ACCEPTED?.['cancel-group']).to.include({ to: 'CANCELLED' });
    expect(task.PICKED_UP).not.to.have.property('cancel-group');
  });
});
