import { expect } from 'chai';
import { OpenAPIRouter } from 'openapi-backend';
import { OperationIndex } from '../../../server/kernel/http/operation-index.ts';
import { decodedParams } from '../../../server/kernel/http/parameters.ts';
import { readContract } from '../../support/contract.ts';

const METHODS = ['GET', 'POST', 'OPTIONS', 'HEAD'];
const ID = '0197f1d2-7a52-7d05-9f0e-6d7a0f0f0f0f';

describe('finding an operation by the index', () => {
  const { document, operations } = readContract();
  const index = new OperationIndex(operations.values());
  const router = new OpenAPIRouter({ definition: document });
  // The router builds this list again for every request, which takes most of the time; how an operation is found
  // remains its own.
  const all = router.getOperations();
  router.getOperations = () => all;

  const expected = (method: string, path: string): string => {
    try {
      return router.matchOperation({ method, path, headers: {} }, true).operationId ?? '';
    } catch (error) {
      return error instanceof Error ? error.message.slice(0, 3) : String(error);
    }
  };
  const found = (method: string, path: string): string => {
    const match = index.find(method, path);
    if (match.operation !== null) return match.operation.id;
    return match.allowed.length === 0 ? '404' : '405';
  };

  it('finds what openapi-backend finds, for every path and method, and however the path is spelt', () => {
    const paths = new Set(all.map(({ path }) => path));
    const fillings = [...paths].map((path) => path.replace(/\{[^}]+\}/g, ID));
    const spellings = [...paths].flatMap((path, at) => {
      const filled = fillings[at] ?? '';
      const [, first = ''] = path.split('/');
      return [
        ...[`${filled}/`, `${filled}//`, `/${filled}`, `${filled}/more`, filled.toUpperCase()],
        ...[first, '', '%2F'].map((part) => filled.replace(ID, part)),
      ];
    });
    const requests = [
      ...fillings.flatMap((path) => METHODS.map((method) => ({ method, path }))),
      ...spellings.map((path) => ({ method: 'GET', path })),
    ];
    const wrong = requests.flatMap(({ method, path }) => {
      const [was, is] = [expected(method, path), found(method, path)];
      return was === is ? [] : [`${method} ${path}: ${is}, not ${was}`];
    });
    expect(wrong).to.deep.equal([]);
  }).timeout(120_000);

  it('reads the parameters of a path as openapi-backend does', () => {
    for (const operation of all) {
      const { method, path: template } = operation;
      for (const id of [ID, `${ID}%20x`, '%D8%B1']) {
        for (const path of [template.replace(/\{[^}]+\}/g, id), `${template.replace(/\{[^}]+\}/g, id)}/`]) {
          const match = index.find(method.toUpperCase(), path);
          const { params } = router.parseRequest({ method, path, headers: {} }, operation);
          const own = match.operation === null ? null : decodedParams(match.params);
          expect(own, path).to.deep.equal(params);
        }
      }
    }
  });

  it('names the methods that a path has instead', () => {
    const match = index.find('PATCH', '/cart');
    expect(match.operation === null && [...match.allowed].sort()).to.deep.equal(['DELETE', 'GET']);
  });
});
