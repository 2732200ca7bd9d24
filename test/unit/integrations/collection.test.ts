import { join } from 'node:path';
import { expect } from 'chai';
import { OPERATIONS } from '../../../consoles/shared/client/operations.ts';
import { projectRoot } from '../../../db/root.ts';
import { collection } from '../../../scripts/contract/collection.ts';
import { ContractReader } from '../../../scripts/contract/contract-reader.ts';
import { loadContract } from '../../../server/kernel/http/contract.ts';

interface Request {
  name: string;
  request: {
    method: string;
    auth?: { type: string };
    header: { key: string; value: string }[];
    body?: { mode: string; raw?: string };
    url: { raw: string; path: string[]; variable: { key: string; value: string }[] };
  };
}

describe('what is made from the contract for integrators', () => {
  const groups = new ContractReader().groups.map(({ slice, operations }) => ({ title: slice, operations }));
  const made = JSON.parse(collection(groups)) as { item: { name: string; item: Request[] }[] };
  const requests = made.item.flatMap(({ item }) => item);

  it('has every operation of the contract, once', () => {
    const { operations: known } = loadContract(join(projectRoot, 'openapi.yaml'));
    expect(Object.keys(OPERATIONS).sort()).to.deep.equal([...known.keys()].sort());
    expect(requests).to.have.lengthOf(known.size);
    for (const { id, method, path } of known.values())
      expect(OPERATIONS[id]).to.deep.include({ method: method.toUpperCase(), path });
  });

  it('has values for all that a request needs', () => {
    for (const { name, request } of requests) {
      const { url, header, body } = request;
      const named = url.path.filter((part) => part.startsWith(':')).map((part) => part.slice(1));
      expect(url.variable.map(({ key }) => key).sort(), name).to.deep.equal(named.sort());
      for (const { key, value } of [...url.variable, ...header])
        expect(value, `${name}: ${key}`).to.not.equal('');
      if (body?.mode === 'raw' && header.some(({ value }) => value === 'application/json'))
        expect(() => JSON.parse(body.raw ?? ''), name).to.not.throw();
    }
  });
});
