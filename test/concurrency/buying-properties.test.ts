import { expect } from 'chai';
import fc from 'fast-check';
import { Shop } from '../worlds/shop.ts';
import { brokenRules } from './buying/buying-rules.ts';
import { type Action, RivalBuyers } from './buying/rival-buyers.ts';

/**
 * Random programs of buying: rounds of what many clients do at the same time, after each of which every rule of stock
 * and money holds. Chance alone seldom counts stock below what is reserved, or returns units twice, so each round also
 * has fixed actions, on random objects. `BUYING_RUNS` sets the number of programs, `BUYING_SEED` repeats the same ones;
 * a failure names its seed and is shrunk to fewer and smaller rounds. PostgreSQL decides how the clients of a round
 * interleave.
 */
const RUNS = Number(process.env.BUYING_RUNS ?? 4);
const SEED = Number(process.env.BUYING_SEED ?? 20_260_211);
/** Rounds take longer on a busy machine, but never for ever. */
const PER_RUN_MS = 30_000;

const index = fc.nat(7);
const quantity = fc.integer({ min: 1, max: 4 });
const of = <K extends Action['do']>(...kinds: K[]) => fc.constantFrom(...kinds);

const add = fc.record({ do: of('add', 'guest-add', 'edit'), buyer: index, offer: index, quantity });
const count = (most: number) =>
  fc.record({ do: of('count'), offer: index, warehouse: index, onHand: fc.nat(most) });
const buying = fc.record({
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
});
const selling = fc.record({ do: of('accept', 'reject', 'return-again'), group: index });

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: add },
  { weight: 12, arbitrary: buying },
  { weight: 4, arbitrary: selling },
  { weight: 2, arbitrary: count(12) },
  { weight: 1, arbitrary: fc.record({ do: of('price'), offer: index, fils: fc.nat(900) }) },
  { weight: 1, arbitrary: fc.record({ do: of('switch'), offer: index, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: of('vacation'), seller: index, on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: of('expire') }) },
);

const BUYERS = 4;
const OFFERS = 3;
const some = <T extends Action>(of: fc.Arbitrary<T>, minLength: number, maxLength = minLength) =>
  fc.array(of, { minLength, maxLength });
const all = (kind: Extract<Action, { buyer: number }>['do']): Action[] =>
  Array.from({ length: BUYERS }, (_, buyer) => ({
    do: kind,
    buyer,
    offer: buyer,
    quantity: 1 + (buyer % 3),
  }));
/** Makes everything available again. */
const restock: Action[] = [0, 1].map((seller) => ({ do: 'vacation', seller, on: false }));
for (let offer = 0; offer < OFFERS; offer += 1)
  restock.push({ do: 'switch', offer, on: true }, { do: 'count', offer, warehouse: offer, onHand: 9 });

/** The fixed and the random actions of each round: together they reach every state of buying. */
const ROUNDS: readonly { always: readonly Action[]; drawn: fc.Arbitrary<Action[]> }[] = [
  { always: [], drawn: some(add, 5, 9) },
  { always: all('open'), drawn: some(add, 0, 2) },
  // Stock is counted below what checkouts have reserved, before they are confirmed and during it.
  { always: all('complete'), drawn: some(count(2), 1, 2) },
  { always: all('confirm'), drawn: some(count(3), 0, 2) },
  { always: [], drawn: some(fc.record({ do: of('cancel-order'), buyer: index }), 2) },
  {
    always: [...restock, ...all('guest-add')],
    drawn: some(fc.record({ do: of('return-again', 'reject'), group: index }), 4),
  },
  { always: [...all('reorder'), ...all('merge'), ...all('merge')], drawn: some(add, 2) },
  // Checkouts that could not be confirmed are cancelled by the next ones.
  { always: all('open'), drawn: some(count(4), 1, 2) },
  { always: all('complete'), drawn: some(action, 0) },
  { always: all('confirm'), drawn: some(buying, 1, 3) },
  { always: all('cancel-order'), drawn: some(fc.record({ do: of('expire') }), 1) },
  { always: all('merge'), drawn: some(fc.record({ do: of('return-again'), group: index }), 3) },
];

const program = fc.record({
  units: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: OFFERS, maxLength: OFFERS }),
  rounds: fc.tuple(...ROUNDS.map(({ drawn }) => fc.record({ drawn, more: some(action, 0, 4) }))),
});
type Program = typeof program extends fc.Arbitrary<infer T> ? T : never;

describe('random programs of buying', function () {
  this.timeout(PER_RUN_MS * Math.max(RUNS, 6));
  let shop: Shop;
  before(async () => {
    shop = await Shop.open();
  });
  after(() => shop.close());

  async function faultsOf({ units, rounds }: Program): Promise<unknown[]> {
    const world = await RivalBuyers.make(shop, BUYERS, units);
    for (const [round, { drawn, more }] of rounds.entries()) {
      await world.together([...(ROUNDS[round]?.always ?? []), ...drawn, ...more]);
      const broken = await brokenRules(shop.database, world.sellerIds);
      if (broken.length + world.faults.length > 0) return [`round ${round}`, ...world.faults, ...broken];
    }
    return [];
  }

  const property = fc.asyncProperty(program, async (drawn) => {
    const faults = await faultsOf(drawn);
    expect(faults, JSON.stringify(faults, null, 1)).to.deep.equal([]);
  });

  it(`break no rule of stock and money (${RUNS} programs)`, async () => {
    await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: RUNS <= 10 });
  });

  /** The same programs on a database that breaks one rule on purpose: each break must be noticed. */
  const SABOTEURS = {
    'units reserved by an ended checkout are not released': `
      CREATE FUNCTION sabotage() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
      CREATE TRIGGER sabotage BEFORE INSERT ON stock_movements FOR EACH ROW
        WHEN (NEW.cause IN ('RELEASE', 'SALE')) EXECUTE FUNCTION sabotage();`,
    'a sale is recorded with one unit less': `
      CREATE FUNCTION sabotage() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.on_hand_delta := NEW.on_hand_delta + 1; RETURN NEW; END $$;
      CREATE TRIGGER sabotage BEFORE INSERT ON stock_movements FOR EACH ROW
        WHEN (NEW.cause = 'SALE') EXECUTE FUNCTION sabotage();`,
    'an order costs a dirham more than its groups': `
      CREATE FUNCTION sabotage() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.shipping_total := NEW.shipping_total + 0.01; NEW.total := NEW.total + 0.01; RETURN NEW; END $$;
      CREATE TRIGGER sabotage BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION sabotage();`,
  };
  for (const [what, sql] of Object.entries(SABOTEURS)) {
    it(`reveal that ${what}`, async () => {
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
