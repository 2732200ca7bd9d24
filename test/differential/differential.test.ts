import { expect } from 'chai';
import { runDifferential } from './differential.ts';

/** `npm run test:differential` runs as many as wanted. */
const MOVES = 160;
/** There has to be something to differ: orders and refusals. */
const WANTED = { 'confirm 201': 5, 'open 409 checkout.ITEM_UNAVAILABLE': 1 };
const SEED = 16;

describe('requests in batches and one by one', function () {
  this.timeout(240_000);

  it(`get the same responses, write the same rows and leave the same balances (${MOVES} moves at least)`, async () => {
    const { differences, verdicts, widest } = await runDifferential({
      seed: SEED,
      steps: MOVES,
      wanted: WANTED,
    });
    expect(differences, differences.join('\n')).to.deep.equal([]);
    for (const [verdict, least] of Object.entries(WANTED))
      expect(verdicts[verdict], JSON.stringify(verdicts)).to.be.at.least(least);
    // Enough requests at a time for batches.
    expect(widest).to.be.at.least(8);
  });

  it('are found to differ when batches charge a dirham more', async () => {
    const sabotage = `
      CREATE FUNCTION sabotage() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.shipping_total := NEW.shipping_total + 1; NEW.total := NEW.total + 1; RETURN NEW; END $$;
      CREATE TRIGGER sabotage BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION sabotage();`;
    const { differences, verdicts } = await runDifferential({ seed: SEED, steps: MOVES, sabotage });
    expect(differences, JSON.stringify(verdicts)).not.to.deep.equal([]);
  });
});
