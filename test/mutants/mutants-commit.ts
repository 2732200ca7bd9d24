import type { Mutant } from './mutant.ts';

const SQL = 'db/stores/group-store-sql.ts';
const FENCES = 'test/concurrency/fences.test.ts';
const STORE = 'test/concurrency/activation-store.test.ts';
const FAULTS = 'test/concurrency/activation-faults.test.ts';
const ROW_LOCKED = 'test/concurrency/row-locked-runtime.test.ts';
const STICKY = 'test/concurrency/activation-conformance.test.ts';

const FORMER_OWNER = {
  file: FENCES,
  title:
    'the fences of a group commit shut a former owner out as soon as another one has activated the actor, even if nothing was written',
};
const OTHER_VERSION = {
  file: FENCES,
  title:
    'the fences of a group commit shut out a turn on another version than the present one, whatever its epoch',
};
const ROW_LOCKED_WRITE = {
  file: FENCES,
  title: 'the fences of a group commit shut an owner out after a row-locked write, by the epoch, too',
};
const FOUND_IN_COMMIT = {
  file: STORE,
  title: 'the store of group commits finds ids of the last 48 hours in the commit itself',
};
const REMEMBERED = {
  file: 'test/unit/runtime/activation-eviction.test.ts',
  title:
    'an owner that can no longer trust its memory after an activation knows only the ids that came with it: older ones are looked up at the commit',
};
const FENCED = "expected 'done' to equal 'fenced'";

/** Safeguards in PostgreSQL: fences, and command ids that memory no longer holds. */
export const COMMIT_MUTANTS: readonly Mutant[] = [
  {
    name: 'epoch test of a turn in the group commit',
    file: SQL,
    find: 'AND x.version = i.base AND x.epoch = i.epoch',
    replace: 'AND x.version = i.base',
    test: FORMER_OWNER,
    says: FENCED,
  },
  {
    name: 'epoch test of a check in the group commit',
    file: SQL,
    find: 'AND x.version = t.version AND x.epoch = t.epoch',
    replace: 'AND x.version = t.version',
    test: FORMER_OWNER,
    says: FENCED,
  },
  {
    name: 'version test of a turn in the group commit',
    file: SQL,
    find: 'AND x.version = i.base AND x.epoch = i.epoch',
    replace: 'AND x.epoch = i.epoch',
    test: OTHER_VERSION,
    says: FENCED,
  },
  {
    name: 'version test of a check in the group commit',
    file: SQL,
    find: 'AND x.version = t.version AND x.epoch = t.epoch',
    replace: 'AND x.epoch = t.epoch',
    test: OTHER_VERSION,
    says: FENCED,
  },
  {
    name: 'result of a check is heeded',
    file: 'db/stores/group-store.ts',
    find: ': checked.has(number);',
    replace: ': true;',
    test: OTHER_VERSION,
    says: FENCED,
  },
  {
    name: 'guard that makes the fast form fail when an actor was fenced',
    file: SQL,
    find: '(SELECT count(*) FROM w) <> (SELECT count(*) FROM i)',
    replace: 'false',
    test: OTHER_VERSION,
    says: FENCED,
  },
  {
    name: 'activation raises the epoch',
    file: 'db/stores/group-store.ts',
    find: 'UPDATE actor SET epoch = epoch + 1 WHERE',
    replace: 'UPDATE actor SET epoch = epoch WHERE',
    test: FORMER_OWNER,
    says: FENCED,
  },
  {
    name: 'row-locked path raises the epoch',
    file: 'db/stores/actor-store.ts',
    find: 'const EPOCHS_PER_TURN = 1;',
    replace: 'const EPOCHS_PER_TURN = 0;',
    test: ROW_LOCKED_WRITE,
    says: FENCED,
  },
  {
    name: 'deduplication in the commit: the guard of the fast form',
    file: SQL,
    find: "' OR EXISTS (SELECT 1 FROM dup)'",
    replace: "''",
    test: FOUND_IN_COMMIT,
    says: "expected [ 'done', 'done' ] to deeply equal [ 'done', 'duplicate' ]",
  },
  {
    name: 'deduplication in the commit: not written by the careful form',
    file: SQL,
    find: "where += ' AND i.a NOT IN (SELECT a FROM dup)'",
    replace: "where += ''",
    test: FOUND_IN_COMMIT,
    says: 'expected [ 3, 3 ] to deeply equal [ 2, 3 ]',
  },
  {
    name: 'deduplication in the commit: asked for once memory has forgotten ids',
    file: 'actors/runtime/activation/decide-turn.ts',
    find: 'const verifyNew = !actor.recent.complete;',
    replace: 'const verifyNew = false;',
    test: {
      file: FAULTS,
      title:
        'the activation runtime when things go wrong finds an id at the commit that memory has forgotten',
    },
    says: 'to deeply equal [ true, { count: 7 } ]',
  },
  {
    name: 'deduplication in the commit: a refusal is none when the command took effect long ago',
    file: 'actors/runtime/activation/decide-turn.ts',
    find: 'actor.recent.complete ? {} : { verifyNew: request.id }',
    replace: '{}',
    test: REMEMBERED,
    says: "to deeply equal [ [ 'commit', false ]",
  },
  {
    name: 'deduplication by row lock',
    file: 'actors/runtime/row-locked-runtime.ts',
    find: 'if (known !== null) return replay(known, requestHash, row);',
    replace: '',
    test: {
      file: ROW_LOCKED,
      title: 'the row-locked runtime lets a command id take effect once, however many send it at once',
    },
    says: 'expected 60 to equal 5',
  },
  {
    name: 'request hash of a repeat, sticky',
    file: 'actors/runtime/activation/owner.ts',
    find: 'if (known.requestHash.equals(message.requestHash))',
    replace: 'if (known.requestHash.length > 0)',
    test: {
      file: STICKY,
      title: 'the activation runtime refuses a command id that comes back with another request',
    },
    says: "expected 'none' to equal 'idempotency.MISMATCH'",
  },
  {
    name: 'request hash of a repeat, by row lock',
    file: 'actors/runtime/row-locked-runtime.ts',
    find: '!known.requestHash.equals(requestHash)',
    replace: 'requestHash.length === 0',
    test: {
      file: ROW_LOCKED,
      title: 'the row-locked runtime refuses a command id that comes back with another request',
    },
    says: "expected 'none' to equal 'idempotency.MISMATCH'",
  },
  {
    name: 'unknown outcome is told from a refusal',
    file: 'db/stores/group-store.ts',
    find: "if (verdict === 'unknown') throw error;",
    replace: '',
    test: {
      file: STORE,
      title: 'the store of group commits reports an unknown outcome when its connection is terminated',
    },
    says: "expected 'known' to equal 'unknown'",
  },
];
