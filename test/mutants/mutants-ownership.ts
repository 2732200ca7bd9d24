import type { Mutant } from './mutant.ts';

const SCRIPTS = 'db/redis/lease-scripts.ts';
const OWNERSHIP = 'test/concurrency/ownership.test.ts';
const TIMING = 'test/concurrency/ownership-timing.test.ts';

const REFUSED_CLAIMS = {
  file: OWNERSHIP,
  title:
    'who runs what, in Redis when Redis has been emptied refuses claims in Redis itself, whatever a claimant believes',
};

/** Safeguards of ownership: those in Redis, and those that each process keeps by its own clock. */
export const OWNERSHIP_MUTANTS: readonly Mutant[] = [
  {
    name: 'boot guard of a claim',
    file: SCRIPTS,
    find: "if age < tonumber(ARGV[3]) then return { 'wait' } end",
    replace: '',
    test: REFUSED_CLAIMS,
    says: "to deeply equal { kind: 'wait' }",
  },
  {
    name: 'boot guard by the claimant’s own clock',
    file: 'db/redis/lease.ts',
    find: 'this.live && this.#time.now() >= this.#claimableAt',
    replace: 'this.live',
    test: {
      file: TIMING,
      title: 'the timing of leases wait 3 s in an empty Redis, and not at all in one that has been up',
    },
    says: 'expected true to equal false',
  },
  {
    name: 'lease of the claimant, and the memory it stands in',
    file: SCRIPTS,
    find: "if boot ~= ARGV[2] or redis.call('GET', KEYS[2]) ~= me then return { 'lost' } end",
    replace: '',
    test: REFUSED_CLAIMS,
    says: "to deeply equal { kind: 'lost' }",
  },
  {
    name: 'lease of the former owner: a live one keeps its actors',
    file: SCRIPTS,
    find: "redis.call('EXISTS', ARGV[5] .. owner) == 0",
    replace: 'true',
    test: {
      file: OWNERSHIP,
      title:
        'who runs what, in Redis gives an actor to the process that claims it, and names the owner to the others',
    },
    says: "expected { kind: 'mine' } to deeply equal",
  },
  {
    name: 'lease of the former owner: a dead one loses them',
    file: SCRIPTS,
    find: "redis.call('EXISTS', ARGV[5] .. owner) == 0",
    replace: 'false',
    test: {
      file: OWNERSHIP,
      title:
        'who runs what, in Redis passes everything on at once when a process closes, and gives nothing new to one that retires',
    },
    says: "expected 'theirs' to equal 'mine'",
  },
  {
    name: 'renewal in another memory of Redis',
    file: SCRIPTS,
    find: "if redis.call('GET', KEYS[1]) ~= ARGV[3] then return 0 end",
    replace: '',
    test: REFUSED_CLAIMS,
    says: 'expected true to equal false',
  },
  {
    name: 'lapsed lease is noticed before anything is answered',
    file: 'db/redis/ownership.ts',
    find: "if (this.#lease.lapsed) this.#lose('the lease has lapsed');",
    replace: '',
    test: {
      file: OWNERSHIP,
      title:
        'who runs what, in Redis when the lease has lapsed drops everything before it responds, and takes a new incarnation',
    },
    says: 'expected [] to have a length of 1',
  },
  {
    name: 'lapsed lease takes a new incarnation',
    file: 'db/redis/ownership.ts',
    find: `    const { incarnation } = this.#lease;
    this.#lease = this.#freshLease();
    this.#claims.clear();
    this.#triedAgainAt`,
    replace: `    const { incarnation } = this.#lease;
    this.#claims.clear();
    this.#triedAgainAt`,
    test: {
      file: TIMING,
      title:
        'the timing of leases hold a lease for 1.5 s without Redis, while others regard it as live for 2 s',
    },
    says: "expected 'node-1.1' to equal 'node-1.2'",
  },
  {
    name: 'margin by which a holder gives its lease up before Redis does',
    file: 'db/redis/lease.ts',
    find: 'this.#life = timing.ttl - timing.margin;',
    replace: 'this.#life = timing.ttl;',
    test: {
      file: TIMING,
      title:
        'the timing of leases hold a lease for 1.5 s without Redis, while others regard it as live for 2 s',
    },
    says: "expected 'node-1.1' to equal 'node-1.2'",
  },
  {
    name: 'forwarded command is served by that very incarnation alone',
    file: 'db/redis/transport.ts',
    find: 'if (handler === null || to !== this.#options.incarnation())',
    replace: 'if (handler === null)',
    test: {
      file: 'test/concurrency/forwarding.test.ts',
      title:
        'forwarding commands, over Redis responds "moved" for another incarnation, and runs nothing for it',
    },
    says: "expected 'answered' to equal 'moved'",
  },
];
