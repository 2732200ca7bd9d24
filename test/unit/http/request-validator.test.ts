import { expect } from 'chai';
import { WaslError } from '../../../actors/errors.ts';
import { refuseDeepNesting } from '../../../server/kernel/http/clean-text.ts';
import { RequestValidator } from '../../../server/kernel/http/request-validator.ts';
import { readContract } from '../../support/contract.ts';

const ID = '0197f1d2-7a52-7d05-9f0e-6d7a0f0f0f0f';
/** Milliseconds of processor time that refusing one of these may take. They once took up to 650. */
const MAX_COST_MS = 25;

describe('validation of a body made to be expensive', () => {
  const contract = readContract();
  let validator: RequestValidator;

  before(async () => {
    validator = await RequestValidator.of(contract);
  });

  const many = (count: number, item: unknown) => Array.from({ length: count }, () => item);
  const extra = (count: number) => Object.fromEntries(many(count, 0).map((_, at) => [`x${at}`, at]));
  const attacks: Record<string, unknown> = {
    reportLocations: { points: many(85_000, {}) },
    createZone: {
      ...{ name: { en: 'Far', ar: 'بعيد' }, priority: 1, active: true },
      geometry: { type: 'Polygon', coordinates: many(170_000, []) },
    },
    bulkAssignTasks: { assignments: many(85_000, {}) },
    createSettlement: { driverId: ID, denominations: many(85_000, {}) },
    countSellerStock: { counts: many(85_000, {}) },
    createSellerProduct: { categoryId: ID, title: {}, description: {}, variants: many(85_000, {}) },
    updateCheckout: { shipping: many(85_000, {}), acceptedPrices: many(85_000, {}) },
    addCartItem: { offerId: ID, quantity: 1, ...extra(30_000) },
  };

  const operationOf = (id: string) => {
    const operation = contract.operations.get(id);
    if (operation === undefined) throw new Error(`operation ${id} does not exist`);
    return operation;
  };

  const refuse = (id: string, requestBody: unknown, size: number): WaslError => {
    const path = operationOf(id).path.includes('{id}') ? { id: ID } : {};
    try {
      validator.check(operationOf(id), { path, query: {}, header: {}, requestBody }, size, 'en');
    } catch (error) {
      if (error instanceof WaslError) return error;
      throw error;
    }
    throw new Error(`${id} accepted it`);
  };

  for (const [id, body] of Object.entries(attacks)) {
    it(`${id}: refused, and cheap`, () => {
      const json = Buffer.from(JSON.stringify(body));
      const error = refuse(id, body, json.length);
      expect(error.code).to.equal('common.VALIDATION_FAILED');
      expect(error.errors.length, 'one, or one for each alternative').to.be.within(1, 3);
      const cost = leastCost(() => {
        refuseDeepNesting(json);
        refuse(id, body, json.length);
      });
      expect(cost).to.be.lessThan(MAX_COST_MS);
    });
  }

  it('of the largest size that is still validated completely: cheap, too', () => {
    const body = { points: many(2_700, {}) };
    const { length } = JSON.stringify(body);
    expect(length).to.be.lessThan(8_192);
    expect(refuse('reportLocations', body, length).errors).to.have.length(20);
    const cost = leastCost(() => refuse('reportLocations', body, length));
    expect(cost).to.be.lessThan(2 * MAX_COST_MS);
  });
});

/** CPU milliseconds of the cheapest of three runs: the process also counts its compiler and its garbage collection. */
function leastCost(work: () => unknown): number {
  const costs = [1, 2, 3].map(() => {
    const began = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1_000;
  });
  return Math.min(...costs);
}
