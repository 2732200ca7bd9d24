import { expect } from 'chai';
import { readStatements, tallyStatements, tallyTransactions } from '../../bench/statement-log.ts';

/** As PostgreSQL 18 writes it with the prefix that the bench sets. */
const LOG = `2026-11-22 21:00:00.000 UTC [7] LOG:  checkpoint starting: time
@10|3/21|wasl-api-work|LOG:  duration: 0.020 ms  statement: BEGIN;
@11|4/9|wasl-worker-work|LOG:  duration: 0.100 ms  parse sweep: SELECT id
	  FROM outbox WHERE id = ANY($1, $2, $3)
@11|4/9|wasl-worker-work|LOG:  duration: 0.050 ms  bind sweep: SELECT id
	  FROM outbox WHERE id = ANY($1, $2, $3)
@10|3/21|wasl-api-work|LOG:  duration: 0.300 ms  execute <unnamed>: -- why it is so
	SELECT name FROM carts
@11|4/9|wasl-worker-work|LOG:  duration: 0.350 ms  execute sweep: SELECT id
	  FROM outbox WHERE id = ANY($1, $2, $3)
@10|3/0|wasl-api-work|LOG:  duration: 1.000 ms  statement: COMMIT;
@10|3/22|wasl-api-work|LOG:  duration: 0.100 ms  execute <unnamed>: SELECT name FROM carts
`;

describe("reading PostgreSQL's log in benches", () => {
  const statements = readStatements(LOG);

  it('adds parsing and binding to their statement, drops comments and shortens lists', () => {
    expect(statements.map(({ sender, text }) => `${sender}: ${text}`)).to.deep.equal([
      'wasl-api-work: BEGIN;',
      'wasl-api-work: SELECT name FROM carts',
      'wasl-worker-work: SELECT id FROM outbox WHERE id = ANY($…)',
      'wasl-api-work: COMMIT;',
      'wasl-api-work: SELECT name FROM carts',
    ]);
    expect(statements[2]?.took).to.be.closeTo(0.5, 1e-9);
  });

  it('counts statements of the same text together', () => {
    const [first, second] = tallyStatements(statements);
    expect(first).to.include({ text: 'COMMIT;', count: 1 });
    expect(tallyStatements(statements).map(({ count }) => count)).to.deep.equal([1, 1, 2, 1]);
    expect(second?.senders).to.equal('wasl-worker-work');
  });

  it('separates the transactions, each with its COMMIT', () => {
    expect(tallyTransactions(statements).map(({ count, text }) => [count, text])).to.deep.equal([
      [1, 'BEGIN; · SELECT name FROM carts · COMMIT;'],
      [1, 'SELECT id FROM outbox WHERE id = ANY($…)'],
      [1, 'SELECT name FROM carts'],
    ]);
  });
});
