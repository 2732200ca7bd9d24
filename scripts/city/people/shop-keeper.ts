import type { Schema } from '../../people/person.ts';
import { type Chance, namedChance } from '../../shared/chance.ts';
import { type ChoreName, choresOf, type PlannedChore } from '../model/chores.ts';
import type { CountRecord, PriceRecord } from '../record/logbook-types.ts';
import { allPages } from '../watch/snapshots.ts';
import { at, type Shop, type World } from '../world/world.ts';

type Offer = Schema<'SellerOffer'>;
type Level = Schema<'StockLevel'>;
type Import = Schema<'SellerImport'>;

/** Number of offers or stock levels that one edit changes. */
const EDITED = 2;
/** Range of price changes, in per cent. */
const PRICE_CHANGE = [-8, 8] as const;
const MAX_FOUND_PIECES = 6;
/** Minimum available units for one to be found broken. */
const PLENTY = 6;
/** Real milliseconds between two polls of a file, and until polling gives up. */
const POLL_EVERY_MS = 400;
const TIMEOUT_MS = 120_000;
const BUSY: readonly Import['status'][] = ['CHECKING', 'APPLYING'];

/** The work of a shop's people besides orders: grid, files, money. */
export class ShopKeeper {
  readonly #world: World;
  readonly #shop: Shop;

  constructor(world: World, shop: Shop) {
    this.#world = world;
    this.#shop = shop;
  }

  /** Does one chore after the other, each at its time; starts none once the day is being ended. */
  async keep(): Promise<void> {
    const { seed, hours } = this.#world.plan.options;
    for (const chore of choresOf(seed, this.#shop.key, hours)) {
      await this.#world.clock.until(at(this.#world, chore.at));
      if (this.#world.isEnding()) return;
      await this.#do[chore.what](chore);
    }
  }

  readonly #do: Readonly<Record<ChoreName, (chore: PlannedChore) => Promise<void>>> = {
    GRID: (chore) => this.#editGrid(chore),
    STOCK_FILE: (chore) => this.#bringCounts(chore),
    OFFER_FILE: (chore) => this.#bringPrices(chore),
    MONEY: () => this.#lookAtMoney(),
  };

  #chance(key: string): Chance {
    return namedChance(this.#world.plan.options.seed, 'chore', key);
  }

  /** Some offers with new prices, as they are now. */
  async #repriced(chance: Chance): Promise<{ offer: Offer; record: PriceRecord }[]> {
    const { person, api } = this.#shop.citizen;
    const offers = await allPages((query) =>
      person.ok('list offers', api.GET('/seller/offers', { params: { query } })),
    );
    return someOf(chance, offers).map((offer) => ({
      offer,
      record: { offerId: offer.id, price: changedPrice(chance, offer.price.amount), outcome: 'UNKNOWN' },
    }));
  }

  /** New counts for some stock levels: a few units more, or one less. */
  async #recounted(chance: Chance): Promise<{ level: Level; record: CountRecord }[]> {
    const { person, api } = this.#shop.citizen;
    const levels = await allPages((query) =>
      person.ok('read stock', api.GET('/seller/stock', { params: { query } })),
    );
    return someOf(chance, levels).map((level) => {
      const isBroken = level.available >= PLENTY && chance.percent(40);
      const delta = isBroken ? -1 : chance.whole(1, MAX_FOUND_PIECES);
      const { offerId, warehouseId } = level;
      return { level, record: { offerId, warehouseId, delta, importId: null, outcome: 'UNKNOWN' } };
    });
  }

  async #editGrid({ key }: PlannedChore): Promise<void> {
    const { logbook } = this.#world;
    const { citizen } = this.#shop;
    const chance = this.#chance(key);
    const [prices, counts] = [await this.#repriced(chance), await this.#recounted(chance)];
    const body = {
      offers: prices.map(({ offer, record }) => ({
        offerId: offer.id,
        version: offer.version,
        price: { amount: record.price, currency: 'QAR' as const },
      })),
      counts: counts.map(({ level, record }) => ({
        ...{ offerId: level.offerId, warehouseId: level.warehouseId, version: level.version },
        onHand: level.onHand + record.delta,
      })),
    };
    const { act, data } = await citizen.command<'save the grid', Schema<'SavedOfferGrid'>>(
      'save the grid',
      (init) => citizen.api.POST('/seller/offers/grid', { body, ...init }),
    );
    if (act.outcome === 'REFUSED') return;
    const isSaved = (status: string | undefined) => status === 'SAVED';
    const { outcome } = act;
    for (const [index, { record }] of prices.entries())
      if (data === null || isSaved(data.offers[index]?.status)) logbook.prices.push({ ...record, outcome });
    for (const [index, { record }] of counts.entries())
      if (data === null || isSaved(data.counts[index]?.status)) logbook.counts.push({ ...record, outcome });
  }

  /** Imports a file of counts, each with the version that was read; the last row has an unknown SKU. */
  async #bringCounts({ key }: PlannedChore): Promise<void> {
    const counts = await this.#recounted(this.#chance(key));
    const rows = counts.map(({ level, record }) => [level.sku, level.onHand + record.delta, level.version]);
    const csv = [['sku', 'onHand', 'version'], ...rows, ['NOT-OF-THIS-SHOP', 5, '']].join('\n');
    const records = counts.map(({ record }) => record);
    await this.#bring('STOCK', `${csv}\n`, records, (id) => {
      for (const record of records) record.importId = id;
      this.#world.logbook.counts.push(...records);
    });
  }

  /** Imports a file of prices, separated by semicolons; the last price is invalid. */
  async #bringPrices({ key }: PlannedChore): Promise<void> {
    const prices = await this.#repriced(this.#chance(key));
    const rows = prices.map(({ offer, record }) => `${offer.sku};${record.price};${offer.version}`);
    const csv = ['sku;price;version', ...rows, 'NOT-OF-THIS-SHOP;cheap;', ''].join('\n');
    const records = prices.map(({ record }) => record);
    await this.#bring('OFFERS', csv, records, () => this.#world.logbook.prices.push(...records));
  }

  /**
   * Uploads a file, waits until it is checked, applies it and waits for that. @param records Its rows in sequence; each
   * receives its result. @param applies Called just before it is applied.
   */
  async #bring(
    kind: Schema<'SellerFileKind'>,
    csv: string,
    records: readonly { outcome: CountRecord['outcome'] }[],
    applies: (id: string) => void,
  ): Promise<void> {
    const { citizen, sellerId } = this.#shop;
    const { person, api } = citizen;
    const { logbook } = this.#world;
    const sent = await citizen.command<'bring a file', Import>('bring a file', (init) =>
      api.POST('/seller/imports', { params: { query: { kind } }, body: { csv }, ...init }),
    );
    if (sent.data === null) return;
    const { id } = sent.data;
    if ((await this.#settled(id))?.status !== 'CHECKED') return;
    const file = { importId: id, sellerId, applied: null as number | null };
    logbook.files.push(file);
    applies(id);
    const params = { path: { id } };
    const applied = await citizen.command<'apply a file', Import>('apply a file', (init) =>
      api.POST('/seller/imports/{id}/apply', { params, ...init }),
    );
    if (applied.act.outcome === 'REFUSED') return;
    if ((await this.#settled(id))?.status !== 'DONE') return;
    const listed = await person.ok(
      'read the result of a file',
      api.GET('/seller/imports/{id}/rows', { params: { path: { id }, query: { limit: 100 } } }),
    );
    // It could be had as a table, too.
    const { data: rows } = listed as Schema<'SellerImportRowList'>;
    const byRow = new Map(rows.map(({ row, status }) => [row, status]));
    // The names of the columns are row 1.
    for (const [index, record] of records.entries())
      record.outcome = byRow.get(index + 2) === 'APPLIED' ? 'DONE' : 'REFUSED';
    file.applied = records.filter(({ outcome }) => outcome === 'DONE').length;
  }

  /** The file once its processing has ended; null if that took too long. */
  async #settled(id: string): Promise<Import | null> {
    const { clock, logbook } = this.#world;
    const { person, api } = this.#shop.citizen;
    const until = performance.now() + TIMEOUT_MS;
    for (;;) {
      const read = api.GET('/seller/imports/{id}', { params: { path: { id } } });
      const found = await person.ok('look at a file', read);
      if (!BUSY.includes(found.status)) return found;
      if (performance.now() > until) {
        logbook.mishap(`The file ${id} of ${this.#shop.citizen.id} is ${found.status} for too long.`);
        return null;
      }
      await clock.until(clock.now() + POLL_EVERY_MS * clock.rate);
    }
  }

  /** Reads what the console's money pages read when they are opened. */
  async #lookAtMoney(): Promise<void> {
    const { person, api } = this.#shop.citizen;
    const page = { params: { query: { limit: 20 } } };
    await person.ok('look at the money', api.GET('/seller/money'));
    await person.ok('look at the money of orders', api.GET('/seller/money/groups', page));
    await person.ok('look at the statement', api.GET('/seller/statements', page));
    await person.ok('look at payouts', api.GET('/seller/payouts', page));
  }
}

function someOf<T>(chance: Chance, all: readonly T[]): T[] {
  const left = [...all];
  return Array.from({ length: Math.min(EDITED, left.length) }, () =>
    left.splice(chance.below(left.length), 1),
  ).flat();
}

/** A different price, in steps of half a riyal. */
function changedPrice(chance: Chance, amount: string): string {
  const wanted = Number(amount) * (1 + chance.whole(...PRICE_CHANGE) / 100);
  const rounded = Math.max(1, Math.round(wanted * 2) / 2);
  const price = rounded.toFixed(2);
  return price === amount ? (rounded + 0.5).toFixed(2) : price;
}
