import type { PlannedBuyer } from '../model/day-plan.ts';
import type { Customer } from '../world/world.ts';
import type { Accounts } from './accounts.ts';

/** A buyer with an address. */
export async function welcome(accounts: Accounts, planned: PlannedBuyer): Promise<Customer> {
  const { citizen, account, password } = await accounts.enter('BUYER', planned.key, planned.name);
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
  return { citizen, key: planned.key, password, addressId: address.id };
}
