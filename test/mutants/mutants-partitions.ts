import type { Mutant } from './mutant.ts';

const FILE = 'test/simulation/partitions.test.ts';
const CUT_OFF = {
  file: FILE,
  title: 'the simulation, with processes that are cut off while others go on, keeps every promise',
};

/** What keeps an owner that is cut off from others from doing harm, and a promoted standby complete. */
export const PARTITION_MUTANTS: readonly Mutant[] = [
  {
    name: 'partition: PostgreSQL refuses the commit of an owner that others took over from',
    // The simulation's copy of the statement's condition; a test of its own holds both to the same answers.
    file: 'test/simulation/group-store.ts',
    find: ' && row.version === base && row.epoch === write.epoch',
    replace: '',
    test: CUT_OFF,
    says: 'was answered from',
  },
  {
    name: 'partition: an owner that lost its lease drops its actors',
    file: 'actors/runtime/activation/activation-runtime.ts',
    find: 'ownership.onLost(() => this.#dropAll());',
    replace: '',
    test: CUT_OFF,
    says: 'in memory after it had lost everything',
  },
  {
    name: 'promotion: a commit is acknowledged once the standby has it',
    file: 'test/simulation/partitions.ts',
    find: 'world.synchronous ? null : database.copy()',
    replace: 'database.copy()',
    test: {
      file: FILE,
      title: 'the simulation, with a primary that is lost and its standby promoted, keeps every promise',
    },
    says: 'epoch',
  },
];
