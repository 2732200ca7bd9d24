import { PageClient } from '../../people/pages/page-client.ts';
import { namedChance } from '../../shared/chance.ts';
import type { PlannedBuyer } from '../model/day-plan.ts';
import { ownAddress, type Surroundings } from '../world/citizen.ts';
import type { ApiCustomer, Customer, PageCustomer } from '../world/world.ts';
import type { Accounts } from './accounts.ts';

/** Percentage of page buyers whose address has no pin. */
const WITHOUT_PIN = 30;

/** Creates the buyers. */
export class Customers {
  readonly #accounts: Accounts;
  readonly #around: Surroundings;
  readonly #pages: number;
  readonly #seed: number;

  /** @param pages Percentage of buyers who use the pages. */
  constructor(accounts: Accounts, around: Surroundings, { pages, seed }: { pages: number; seed: number }) {
    this.#accounts = accounts;
    this.#around = around;
    this.#pages = pages;
    this.#seed = seed;
  }

  welcome(planned: PlannedBuyer, index: number): Promise<Customer> {
    const before = (count: number) => Math.floor((count * this.#pages) / 100);
    return before(index + 1) > before(index) ? this.#ofPages(planned) : this.#ofApi(planned);
  }

  /** A buyer with an address. */
  async #ofApi(planned: PlannedBuyer): Promise<ApiCustomer> {
    const { citizen, account, password } = await this.#accounts.enter('BUYER', planned.key, planned.name);
    citizen.enrol(account);
    const { person, api } = citizen;
    const known = await person.ok('list addresses', api.GET('/addresses'));
    const { zoneNumber, streetNumber, buildingNumber, location } = planned.address;
    const address =
      known.data[0] ??
      (await person.ok(
        'save an address',
        api.POST('/addresses', {
          body: {
            ...{ label: 'Home', contactName: planned.name, phone: planned.phone },
            ...{ zoneNumber, streetNumber, buildingNumber, location },
          },
        }),
      ));
    return { shopsBy: 'API', citizen, key: planned.key, password, addressId: address.id };
  }

  /** Registers when ordering for the first time; an account of an earlier run is signed in to. */
  async #ofPages(planned: PlannedBuyer): Promise<PageCustomer> {
    const { citizen, password } = this.#accounts.named('BUYER', planned.key, planned.name);
    const { url, fetch, clock } = this.#around;
    const address = ownAddress(clock);
    const newBrowser = () => new PageClient({ url, address, fetch });
    const setsPin = !namedChance(this.#seed, 'no pin', planned.key).percent(WITHOUT_PIN);
    const customer = {
      ...({ shopsBy: 'PAGES', citizen, key: planned.key, password } as const),
      ...{ planned, setsPin, newBrowser },
    };
    if (!this.#accounts.areKnown) return { ...customer, browser: null };
    const browser = newBrowser();
    await browser.open('/en/sign-in');
    const { path } = await browser.submit('/sign-in', { email: citizen.email, password });
    if (path.startsWith('/en/sign-in')) return { ...customer, browser: null };
    const { account } = await citizen.person.signIn(citizen.email, password);
    citizen.enrol(account);
    return { ...customer, browser };
  }
}
