import { expect } from 'chai';
import { OpenAPIBackend } from 'openapi-backend';
import { API_PREFIX } from '../../../server/kernel/http/adapter.ts';
import { indexRoutes } from '../../../server/kernel/http/index-routes.ts';
import { readContract } from '../../support/contract.ts';

const METHODS = ['GET', 'post', 'OPTIONS'];
const ID = '0197f1d2-7a52-7d05-9f0e-6d7a0f0f0f0f';

describe('finding an operation by the index', () => {
  const { document } = readContract();
  const routerOf = async () => {
    const api = new OpenAPIBackend({ definition: document, apiRoot: API_PREFIX, quick: true });
    await api.init();
    return api.router;
  };
  type Router = Awaited<ReturnType<typeof routerOf>>;
  let plain: Router;
  let indexed: Router;

  before(async () => {
    plain = await routerOf();
    // Made anew for every request otherwise, which is most of the time; how one is found stays its own.
    const operations = plain.getOperations();
    plain.getOperations = () => operations;
    indexed = await routerOf();
    indexRoutes(indexed, API_PREFIX);
  });

  const answer = (router: Router, method: string, path: string): string => {
    try {
      return router.matchOperation({ method, path, headers: {} }, true).operationId ?? '';
    } catch (error) {
      return error instanceof Error ? error.message.slice(0, 3) : String(error);
    }
  };

  it('answers what going through the contract answers, for every path, spelling and method', () => {
    const paths = new Set(plain.getOperations().map(({ path }) => path));
    const spellings = [...paths].flatMap((path) => {
      const filled = path.replace(/\{[^}]+\}/g, ID);
      const [, first = ''] = path.split('/');
      return [
        ...[filled, `${filled}/`, `${filled}//`, `/${filled}`, `${filled}/more`, `${filled}?limit=2`],
        ...[
          filled.replace(ID, first),
          filled.replace(ID, ''),
          filled.replace(ID, '%2F'),
          filled.toUpperCase(),
        ],
      ];
    });
    const wrong = [...new Set(spellings)].flatMap((path) =>
      METHODS.flatMap((method) =>
        [API_PREFIX, `${API_PREFIX}1`].flatMap((root) => {
          const expected = answer(plain, method, root + path);
          const found = answer(indexed, method, root + path);
          return found === expected ? [] : [`${method} ${root + path}: ${found}, not ${expected}`];
        }),
      ),
    );
    expect(wrong).to.deep.equal([]);
  }).timeout(120_000);

  it('reads every request as the router itself does, with query and cookies and without', () => {
    const headers = { 'content-type': 'application/json', 'x-cart-token': 'ct_1' };
    const questions = [
      { query: {}, headers },
      { query: { limit: '2', sort: 'price' }, headers },
      { query: {}, headers: { ...headers, cookie: 'wasl=1; other=a%20b' } },
    ];
    for (const operation of [...plain.getOperations(), undefined]) {
      const path = operation?.path ?? '/orders/1';
      const [filled, escaped] = [ID, `${ID}%20x`].map((id) => path.replace(/\{[^}]+\}/g, id));
      for (const spelling of [`${filled}`, `${filled}/`, `${escaped}`]) {
        for (const question of questions) {
          const request = {
            method: operation?.method ?? 'GET',
            path: API_PREFIX + spelling,
            ...question,
            body: { a: 1 },
          };
          const expected = plain.parseRequest(structuredClone(request), operation);
          expect(indexed.parseRequest(request, operation), spelling).to.deep.equal(expected);
        }
      }
    }
  });

  it('knows every operation by its id', () => {
    for (const { operationId = '' } of plain.getOperations())
      expect(indexed.getOperation(operationId)).to.deep.equal(plain.getOperation(operationId));
  });
});
