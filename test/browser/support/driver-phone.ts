import type { Locator, Page } from 'playwright-core';
import { PASSWORD, type SignIn } from '../../support/people.ts';
import type { DeliveryWorld, OnDuty } from '../../worlds/delivery-world.ts';
import { newVisitor, type Visitor, type VisitorOptions } from './visitor.ts';

/** Doha's corniche. */
export const CORNICHE = { latitude: 25.2949, longitude: 51.5354, accuracy: 6 };

/** The credentials of an account that was inserted without the API. */
export async function signInOf(world: DeliveryWorld, accountId: string): Promise<SignIn> {
  const row = await world.database('accounts').where('id', accountId).first('email');
  return { email: row.email, password: PASSWORD };
}

/** A driver's phone, held upright, with the app open and the driver signed in. */
export async function openPhone(
  world: DeliveryWorld,
  driver: OnDuty,
  options: VisitorOptions = {},
): Promise<Visitor> {
  const phone = await newVisitor(world.service, { width: 390, height: 780, at: CORNICHE, ...options });
  await phone.signIn('driver', await signInOf(world, driver.accountId));
  await phone.page.getByTestId('connection').waitFor();
  return phone;
}

/** Waits until the header shows this about the connection. */
export function connection(page: Page, text: string | RegExp): Promise<void> {
  return page.getByTestId('connection').filter({ hasText: text }).waitFor();
}

/** Ticks every kind of goods. */
export async function checkGoods(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox').all()) await box.check();
}

export function task(page: Page, status: string): Locator {
  return page.locator(`[data-testid=task][data-status=${status}]`);
}
