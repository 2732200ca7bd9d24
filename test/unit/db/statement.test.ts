import { expect } from 'chai';
import { integer, jsonb, nullable, text, uuid } from '../../../db/sql-types.ts';
import { definedStatements, statement } from '../../../db/statement.ts';

const textOf = (name: string) => definedStatements().find((defined) => defined.name === name)?.text;

describe('a statement', () => {
  it('numbers its parameters by their first use, one number for each name', () => {
    statement({
      name: 'test.numbered',
      sql: 'SELECT id FROM carts WHERE id = :id OR account_id = :account AND id <> :id',
      params: { account: uuid, id: uuid },
      row: { id: uuid },
    });
    expect(textOf('test.numbered')).to.equal(
      'SELECT id FROM carts WHERE id = $1 OR account_id = $2 AND id <> $1',
    );
  });

  it('leaves casts and times of day alone', () => {
    statement({
      name: 'test.casts',
      sql: "SELECT :at::date, to_char(now(), 'HH24:MI'), '08:00'::time, array_agg(x)::text[]",
      params: { at: text },
    });
    expect(textOf('test.casts')).to.equal(
      "SELECT $1::date, to_char(now(), 'HH24:MI'), '08:00'::time, array_agg(x)::text[]",
    );
  });

  it('refuses a parameter without a type, a type without a parameter, and a duplicate name', () => {
    expect(() => statement({ name: 'test.untyped', sql: 'SELECT :id' })).to.throw(
      'statement test.untyped has no type for :id',
    );
    expect(() =>
      statement({ name: 'test.unused', sql: 'SELECT 1', params: { id: uuid, n: integer } }),
    ).to.throw('statement test.unused does not use id, n');
    statement({ name: 'test.taken', sql: 'SELECT 1' });
    expect(() => statement({ name: 'test.taken', sql: 'SELECT 2' })).to.throw(
      'two statements are called test.taken',
    );
  });

  it('passes JSON to the driver as text, so that an array stays JSON, and null as null', () => {
    const points = jsonb<number[]>();
    expect(points.encode([1, 2])).to.equal('[1,2]');
    expect(nullable(points).encode(null)).to.equal(null);
  });
});
