import { expect } from 'chai';
import { type Database, openDatabase } from '../../db/database.ts';
import { readContract } from '../support/contract.ts';
import { ContractOperations } from '../support/contract-operations.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import type { Caller } from '../worlds/market.ts';
import { unexplained } from './counted-refusals.ts';
import { AnswerJudge } from './judge-answer.ts';
import { cpuMs, LoopWatch } from './loop-watch.ts';
import type { Planned } from './plan-requests.ts';
import { WrittenRows } from './written-rows.ts';

const contract = readContract();
const operations = new ContractOperations(contract);

function planned(id: string, spoiled = false): Planned {
  const operation = operations.all.find(({ rules }) => rules.id === id);
  if (operation === undefined) throw new Error(`no operation ${id}`);
  const method = operation.rules.method.toUpperCase();
  const request = { method, path: operation.rules.path, headers: {}, body: null };
  return { operation, caller: {} as Caller, request, how: 'planted', spoiled };
}

describe('what judges the answers to fuzzed requests', () => {
  const judge = new AnswerJudge(contract, operations, true);
  const problem = (status: number, more: object = {}) =>
    JSON.stringify({
      ...{ type: 'urn:wasl:problem:common.NOT_FOUND', title: 'Not found', status, detail: 'No such order.' },
      ...{ instance: '/api/v1/cart', code: 'common.NOT_FOUND', requestId: 'r', errors: [], ...more },
    });
  const faults = (status: number, text: string, type = 'application/problem+json', spoiled = false) =>
    judge.faultsOf(planned('listOrders', spoiled), { status, type, requestId: '', text });

  it('accepts what the contract declares', () => {
    const page = { nextCursor: null, hasMore: false };
    expect(faults(200, JSON.stringify({ data: [], page }), 'application/json; charset=utf-8')).to.deep.equal(
      [],
    );
    expect(faults(403, problem(403))).to.deep.equal([]);
    expect(faults(405, problem(405))).to.deep.equal([]);
  });

  it('finds a 500, an undeclared status, a body against its schema, a stack trace and a lost answer', () => {
    expect(faults(500, '{}')).to.deep.equal(['answered 500']);
    expect(faults(404, problem(404))).to.deep.equal(['answered 404, which it does not declare']);
    expect(faults(404, problem(404), undefined, true)).to.deep.equal([]);
    expect(faults(402, problem(402), undefined, true)).to.deep.equal(['answered 402, as no path may']);
    expect(faults(200, '{"data": 7}', 'application/json')[0]).to.match(/^answered 200 against its schema/);
    expect(faults(200, '<p>', 'text/html')[0]).to.match(/^answered 200 as text\/html/);
    expect(faults(403, '<p>', 'text/html')[0]).to.match(/^refused as text\/html/);
    expect(faults(403, problem(403, { errors: 7 }))[0]).to.match(/^refused against the problem's schema/);
    expect(faults(403, problem(403, { detail: 'x\n    at f' }))).to.include('shows its insides');
    expect(faults(0, 'socket hang up')).to.deep.equal(['no answer: socket hang up']);
  });

  it('compares a request that has another method with the operation that it has become', () => {
    const deleted = (id: string, status: number) => {
      const plan = planned(id, true);
      const answer = { status, type: 'application/problem+json', requestId: '', text: problem(status) };
      return judge.faultsOf({ ...plan, request: { ...plan.request, method: 'DELETE' } }, answer);
    };
    expect(deleted('getZone', 428)).to.deep.equal([]);
    expect(deleted('getZone', 402)).to.deep.equal(['answered 402, as no path may']);
    expect(deleted('listOrders', 428)).to.deep.equal(['answered 428, as no path may']);
  });

  it('explains only the writes of a refusal that are named', () => {
    const left = (id: string, ...changes: string[]) =>
      unexplained(new Map(changes.map((change) => [change, 1])), [planned(id)]);
    expect(left('login', 'sign_in_guards insert')).to.deep.equal([]);
    expect(left('acceptTask', 'actor update')).to.deep.equal([]);
    expect(left('acceptTask', 'actor update', 'orders update')).to.deep.equal([
      'actor update',
      'orders update',
    ]);
    expect(left('openHandOver', 'actor update', 'actor_command_2026_11 insert')).to.deep.equal([]);
    expect(left('assignTask', 'actor_command_2026_11 insert', 'webhook_messages insert')).to.deep.equal([]);
    expect(left('verifyDeliveryCode', 'delivery_tasks update', 'outbox insert')).to.deep.equal([]);
    expect(left('acceptTask', 'webhook_messages insert')).to.have.length(1);
    expect(left('createAddress', 'addresses insert')).to.have.length(1);
  });

  it('sees how long the event loop was blocked', async () => {
    const watch = new LoopWatch();
    const tick = () => new Promise((resolve) => setTimeout(resolve, 20));
    try {
      watch.start();
      await tick();
      watch.reset();
      // By its CPU time, which others cannot shorten.
      for (const began = cpuMs(); cpuMs() - began < 150; );
      await tick();
      expect(watch.longest()).to.be.greaterThan(100);
      watch.reset();
      await tick();
      expect(watch.longest()).to.be.lessThan(100);
    } finally {
      watch.close();
    }
  });
});

describe('the count of written rows', () => {
  let testDatabase: TestDatabase;
  let database: Database;

  before(async () => {
    testDatabase = await createTestDatabase({ catalogue: false });
    database = openDatabase(testDatabase.url, { name: 'test', max: 2 });
  });
  after(async () => {
    await database?.destroy();
    await testDatabase?.drop();
  });

  it('has what was committed, and not what was rolled back', async () => {
    const rows = await WrittenRows.on(database);
    const plan = 'UPDATE commission_plans SET percent = percent';
    await database.raw(`BEGIN; ${plan}; ROLLBACK`);
    expect([...(await rows.take())]).to.deep.equal([]);
    await database.raw(plan);
    expect([...(await rows.take()).keys()]).to.deep.equal(['commission_plans update']);
    expect([...(await rows.take())]).to.deep.equal([]);
  });
});
