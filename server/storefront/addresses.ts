import type { components } from '../kernel/http/api-types.ts';
import type { InProcess, Visitor } from '../kernel/http/in-process.ts';
import { notFound } from '../kernel/http/not-found.ts';
import { ADDRESS_FIELDS, EMPTY_FORM, formOf, typedAddress, zoneNames } from './address-form.ts';
import type { AddressFormPage, AddressPage, AddressSaid } from './address-page-models.ts';
import type { Drafts } from './draft.ts';
import { errorsOf, refusedForm } from './field-errors.ts';
import { localPath } from './local-path.ts';
import type { Asked, Outcome, Sent } from './routes.ts';
import { zoneCookie } from './zone.ts';

type Address = components['schemas']['Address'];

const SAID: ReadonlySet<string> = new Set<AddressSaid>(['saved', 'removed', 'default']);
const MAX_ADDRESSES = '100';
export const ADDRESS_BOOK = '/account/addresses';

/** A buyer's own addresses, the default one first. */
export async function savedAddresses(shop: InProcess, visitor: Visitor): Promise<Address[]> {
  const { data } = (await shop.call('listAddresses', visitor, { query: { limit: MAX_ADDRESSES } })).body();
  return data.sort((one, other) => Number(other.isDefault) - Number(one.isDefault));
}

/** The pages of a buyer's addresses. */
export class Addresses {
  readonly #shop: InProcess;
  readonly #drafts: Drafts;

  constructor(shop: InProcess, drafts: Drafts) {
    this.#shop = shop;
    this.#drafts = drafts;
  }

  async list({ visit, search }: Asked): Promise<AddressPage> {
    const said = search.get('said');
    const addresses = await savedAddresses(this.#shop, visit.visitor);
    return {
      kind: 'addresses',
      addresses,
      said: said !== null && SAID.has(said) ? (said as AddressSaid) : null,
    };
  }

  /** An empty form, or one with the values entered before the session ended. */
  async blank(asked: Asked): Promise<AddressPage> {
    // Throws for a guest, who could not submit the form.
    await savedAddresses(this.#shop, asked.visit.visitor);
    return this.#form(asked, null, { ...EMPTY_FORM, values: this.#drafts.of(asked.req) });
  }

  async edit(asked: Asked): Promise<AddressPage> {
    const addresses = await savedAddresses(this.#shop, asked.visit.visitor);
    const address = addresses.find(({ id }) => id === asked.params.id);
    if (address === undefined) throw notFound('address');
    return this.#form(asked, address.id, formOf(address));
  }

  /** @param id Null: a new address. */
  async save(sent: Sent, id: string | null): Promise<Outcome> {
    const { visit, values, key } = sent;
    const { visitor } = visit;
    if (visitor.caller.kind === 'guest') visit.cookies.push(this.#drafts.keep(values));
    const body = typedAddress(values);
    try {
      const reply =
        id === null
          ? await this.#shop.call('createAddress', visitor, { body, ...(key === undefined ? {} : { key }) })
          : await this.#shop.call('updateAddress', visitor, { params: { id }, body });
      visit.cookies.push(zoneCookie(reply.body().zoneNumber));
    } catch (error) {
      const faults = errorsOf(error, ADDRESS_FIELDS);
      if (faults === null) throw error;
      return { page: this.#form(sent, id, refusedForm(values, faults)), status: 422 };
    }
    visit.cookies.push(this.#drafts.forget());
    return { to: localPath(values.next) || `${ADDRESS_BOOK}?said=saved` };
  }

  async remove({ visit, params: { id = '' } }: Sent): Promise<Outcome> {
    await this.#shop.call('deleteAddress', visit.visitor, { params: { id } });
    return { to: `${ADDRESS_BOOK}?said=removed` };
  }

  async prefer({ visit, params: { id = '' } }: Sent): Promise<Outcome> {
    const reply = await this.#shop.call('updateAddress', visit.visitor, {
      params: { id },
      body: { isDefault: true },
    });
    visit.cookies.push(zoneCookie(reply.body().zoneNumber));
    return { to: `${ADDRESS_BOOK}?said=default` };
  }

  #form(
    { visit, search, ...sent }: Asked,
    id: string | null,
    form: AddressFormPage['form'],
  ): AddressFormPage {
    const next = 'values' in sent ? (sent as Sent).values.next : search.get('next');
    return { kind: 'address-form', id, form, zones: zoneNames(visit.visitor.locale), next: localPath(next) };
  }
}
