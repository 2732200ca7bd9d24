import type { Mutant } from './mutant.ts';

const OWNER = 'actors/runtime/activation/owner.ts';
const SENT = 'else this.batcher.add(turn);';
const LIMITS = 'test/unit/runtime/activation-limits.test.ts';
const GATE = 'test/concurrency/output-gate.test.ts';
const FAULTS = 'test/concurrency/activation-faults.test.ts';
const EVICTION = 'test/unit/runtime/activation-eviction.test.ts';

const CONFIRMED = {
  file: GATE,
  title: 'the output gate holds refusals and repeats back, too, until a commit has confirmed them',
};
const DROPPED = {
  file: EVICTION,
  title:
    'an owner that can no longer trust its memory drops its actors, and those it is just activating, the moment its lease is lost',
};

/** Safeguards in an owner's memory: the output gate, repeats, and when to drop its state. */
export const OWNER_MUTANTS: readonly Mutant[] = [
  {
    name: 'output gate: a reply waits for the commit',
    file: OWNER,
    find: SENT,
    replace: `else {
          const { outcome, version, replayed } = turn;
          if (outcome.ok) message.resolve({ version, replayed, reply: outcome.reply, effects: NOTHING_FOLLOWS });
          this.batcher.add(turn);
        }`,
    test: {
      file: LIMITS,
      title:
        'the limits of an owner gathers commands while a batch is under way, and answers nothing before its commit',
    },
    says: 'expected [ 1, 1 ] to deeply equal [ 1, +0 ]',
  },
  {
    name: 'output gate: pushes, jobs and chain commands wait for the commit',
    file: OWNER,
    find: SENT,
    replace: `else {
          if (turn.outbox !== null) void this.#relay?.deliver(turn.outbox);
          this.batcher.add(turn);
        }`,
    test: {
      file: GATE,
      title: 'the output gate lets no push, job or chain command out before the commit',
    },
    says: "expected [ [ 'alert.raised' ]",
  },
  {
    name: 'output gate: a refusal waits for its check',
    file: OWNER,
    find: SENT,
    replace: `else if (!turn.outcome.ok && turn.write.kind === 'check') this.#answer(turn);
        ${SENT}`,
    test: CONFIRMED,
    says: "expected [ 'refused' ] to deeply equal []",
  },
  {
    name: 'output gate: a repeat waits for its check',
    file: OWNER,
    find: SENT,
    replace: `else if (turn.replayed) this.#answer(turn);
        ${SENT}`,
    test: CONFIRMED,
    says: "expected [ 'refused', 'repeated' ] to deeply equal [ 'refused' ]",
  },
  {
    name: 'output gate: nothing is answered from memory alone after somebody else wrote',
    file: OWNER,
    find: SENT,
    replace: `else if (turn.write.kind === 'check') this.#answer(turn);
        ${SENT}`,
    test: {
      file: FAULTS,
      title:
        'the activation runtime when things go wrong never confirms from memory what a row-locked write has changed: no-op, refusal or repeat',
    },
    says: "expected 'common.CONFLICT' to equal 'none'",
  },
  {
    name: 'deduplication in memory',
    file: OWNER,
    find: 'message.known === null && actor.recent.has(id)',
    replace: "message.known === null && actor.recent.has('')",
    test: {
      file: 'test/concurrency/activation-conformance.test.ts',
      title: 'the activation runtime lets a command id take effect once, however many send it at once',
    },
    says: 'to equal 5',
  },
  {
    name: 'deduplication in memory: ids that an activation brings along',
    file: 'actors/runtime/activation/activator.ts',
    find: 'new RecentIds(row.recent.map((each) => each.id))',
    replace: 'new RecentIds([])',
    test: {
      file: FAULTS,
      title:
        'the activation runtime when things go wrong gives up after a second unknown outcome, and the same id still takes effect once',
    },
    says: 'to deeply equal [ true, { count: 1 } ]',
  },
  {
    name: 'deduplication in memory: it knows when it may have forgotten ids',
    file: 'actors/runtime/activation/recent-ids.ts',
    find: 'this.#complete = newestFirst.length < MAX_RECENT_IDS;',
    replace: 'this.#complete = true;',
    test: {
      file: EVICTION,
      title:
        'an owner that can no longer trust its memory after an activation knows only the ids that came with it: older ones are looked up at the commit',
    },
    says: 'to deeply equal',
  },
  {
    name: 'unknown outcome evicts the actor',
    file: OWNER,
    find: 'for (const actor of lost) undone.push(...this.evict(actor));',
    replace: "if (results !== 'unknown') for (const actor of lost) undone.push(...this.evict(actor));",
    test: {
      file: EVICTION,
      title:
        'an owner that can no longer trust its memory loads the actor again after a commit whose outcome is unknown',
    },
    says: 'expected 1 to equal 2',
  },
  {
    name: 'lost lease drops every activation',
    file: 'actors/runtime/activation/activation-runtime.ts',
    find: 'ownership.onLost(() => this.#dropAll());',
    replace: '',
    test: DROPPED,
    says: 'expected 1 to equal +0',
  },
  {
    name: 'lost lease drops what is being activated',
    file: 'actors/runtime/activation/activator.ts',
    find: "if (generation !== this.#generation) return { kind: 'unavailable' };",
    replace: '',
    test: DROPPED,
    says: "to equal 'not by row lock'",
  },
  {
    name: 'half of each batch for the service’s own commands',
    file: 'actors/runtime/activation/batcher.ts',
    find: '(this.#background.size > 0 && shares.background <= shares.interactive)',
    replace: 'false',
    test: {
      file: LIMITS,
      title:
        'the limits of an owner give the service’s own commands half of a batch, however many people come',
    },
    says: 'to have a length of 10 but got +0',
  },
  {
    name: 'people and the service take turns in a mailbox',
    file: 'actors/runtime/activation/mailbox.ts',
    find: '[this.#background, this.#interactive]',
    replace: '[this.#interactive, this.#background]',
    test: {
      file: LIMITS,
      title: 'the limits of an owner let people and the service take turns in one mailbox',
    },
    says: 'to have a length of 4',
  },
  {
    name: 'facts from own rows wait for the commit of what changes them',
    file: 'actors/runtime/activation/own-rows.ts',
    find: 'return read === ALL_ROWS || written === null || written === ALL_ROWS || written === read;',
    replace: "return false && [read, written].includes('');",
    test: {
      file: 'test/unit/runtime/own-rows.test.ts',
      title:
        'a command whose facts are rows of its own actor waits for earlier decisions about the same record, and for nothing else',
    },
    says: 'the second about record 1 waits, and those behind it',
  },
];
