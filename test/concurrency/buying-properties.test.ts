import { expect } from 'chai';
import fc from 'fast-check';
import { Shop } from '../api/checkout/shop.ts';
import { brokenRules } from './buying/buying-rules.ts';
import { type Action, BuyingWorld } from './buying/buying-world.ts';

/**
 * Programs of buying, drawn at random: rounds of what many clients do at the same time, after each of which every rule
 * of stock and money holds. `BUYING_RUNS` draws more of them, `BUYING_SEED` draws the same again; a failure names its
 * seed and is shrunk to fewer and smaller rounds. How the clients of a round interleave is PostgreSQL's choice.
 */
const RUNS = Number(process.env.BUYING_RUNS ?? 5);
const SEED = Number(process.env.BUYING_SEED ?? 20_260_211);
/** Rounds take longer on a busy machine, never for ever. */
const PER_RUN_MS = 30_000;

const index = fc.nat(7);
const quantity = fc.integer({ min: 1, max: 4 });
const of = <K extends Action['do']>(...kinds: K[]) => fc.constantFrom(...kinds);

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: of('add', 'guest-add'), buyer: index, offer: index, quantity }) },
  {
    weight: 12,
    arbitrary: fc.record({
      do: of(
        'open',
        'complete',
        'confirm',
        'merge',
        'accept-prices',
        'cancel-checkout',
        'cancel-order',
        'reorder',
      ),
      buyer: index,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: of('accept', 'reject', 'return-again'), group: index }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: of('count'), offer: index, warehouse: index, onHand: fc.nat(12) }),
  },
  { weight: 1, arbitrary: fc.record({ do: of('price'), offer: index, fils: fc.nat(900) }) },
  { weight: 1, arbitrary: fc.record({ do: of('switch'), offer: index, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: of('expire') }) },
);

/** Every buyer fills a cart and buys, and in each round some more happens at the same time. */
const program = fc.record({
  units: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 3, maxLength: 3 }),
  first: fc.array(fc.record({ do: of('add'), buyer: index, offer: index, quantity }), {
    minLength: 5,
    maxLength: 9,
  }),
  rounds: fc.array(fc.array(action, { minLength: 1, maxLength: 7 }), { minLength: 5, maxLength: 5 }),
});
type Program = typeof program extends fc.Arbitrary<infer T> ? T : never;

const BUYERS = 4;
const all = (kind: 'open' | 'complete' | 'confirm'): Action[] =>
  Array.from({ length: BUYERS }, (_, buyer) => ({ do: kind, buyer }));

describe('buying, drawn at random', function () {
  this.timeout(PER_RUN_MS * Math.max(RUNS, 6));
  let shop: Shop;
  before(async () => {
    shop = await Shop.open();
  });
  after(() => shop.close());

  async function faultsOf({ units, first, rounds }: Program): Promise<unknown[]> {
    const world = await BuyingWorld.make(shop, BUYERS, units);
    const steps: Action[][] = [first, all('open'), all('complete'), all('confirm'), []];
    for (const [round, more] of rounds.entries()) {
      await world.together([...(steps[round] ?? []), ...more]);
      const broken = await brokenRules(shop.database, world.sellerIds);
      if (broken.length + world.faults.length > 0) return [...world.faults, ...broken];
    }
    return [];
  }

  const property = fc.asyncProperty(program, async (drawn) => {
    const faults = await faultsOf(drawn);
    expect(faults, JSON.stringify(faults, null, 1)).to.deep.equal([]);
  });

  it(`breaks no rule of stock and money (${RUNS} programs)`, async () => {
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: RUNS <= 10 });
  });

  /** The same programs on a database that breaks one rule by itself: each must be noticed. */
  const SABOTEURS = {
    'what an ended checkout held is not given back': `
      CREATE FUNCTION sabotage() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER sabotage BEFORE INSERT ON stock_movements FOR EACH ROW
        WHEN (NEW.cause IN ('RELEASE', 'SALE')) EXECUTE FUNCTION sabotage();`,
    'a sale is written down with a unit less': `
      CREATE FUNCTION sabotage() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.on_hand_delta := NEW.on_hand_delta + 1; RETURN NEW; END $$;
      CREATE TRIGGER sabotage BEFORE INSERT ON stock_movements FOR EACH ROW
        WHEN (NEW.cause = 'SALE') EXECUTE FUNCTION sabotage();`,
    'an order costs a fils more than its groups': `
      CREATE FUNCTION sabotage() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.shipping_total := NEW.shipping_total + 0.01; NEW.total := NEW.total + 0.01; RETURN NEW; END $$;
      CREATE TRIGGER sabotage BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION sabotage();`,
  };
  for (const [what, sql] of Object.entries(SABOTEURS)) {
    it(`notices when ${what}`, async () => {
      await shop.database.raw(sql);
      try {
        const { failed } = await fc.check(property, { numRuns: 5, seed: SEED, endOnFailure: true });
        expect(failed).to.equal(true);
      } finally {
        await shop.database.raw('DROP FUNCTION sabotage CASCADE');
      }
    });
  }
});
