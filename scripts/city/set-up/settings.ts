import type { Schema } from '../../people/person.ts';
import type { Citizen } from '../world/citizen.ts';

type Change = Schema<'UpdateSettingsRequest'>;

/**
 * Real seconds that an offer stands and a checkout lasts at the least. People of the city take their time by the
 * domain's clock, but each of their requests needs the time that requests need, however fast that clock runs.
 */
const MIN_OFFER_SECONDS = 2;
const MIN_CHECKOUT_SECONDS = 10;
/** The longest that the service accepts, in seconds. */
const MAX_OFFER_SECONDS = 3_600;
/** Shortened waiting period of bank accounts, so that shops can be paid on the same day. */
const COOLING_MINUTES = 1;

/**
 * Adjusts settings for a short or fast day: the acceptance deadline that the plan's sellers assume (with the usual
 * hours none could be missed), and the times people have to act. Returns a function that restores them.
 */
export async function adjustSettings(
  { person, api }: Citizen,
  { acceptanceDeadline, rate }: { acceptanceDeadline: number; rate: number },
): Promise<() => Promise<void>> {
  const read = () => person.ok('read the settings', api.GET('/admin/settings'));
  const former = await read();
  const wanted = {
    acceptanceDeadlineMinutes: acceptanceDeadline,
    offerTimeoutSeconds: Math.min(
      MAX_OFFER_SECONDS,
      Math.max(former.offerTimeoutSeconds.value, Math.ceil(MIN_OFFER_SECONDS * rate)),
    ),
    bankAccountCoolingMinutes: COOLING_MINUTES,
    checkoutLifeMinutes: Math.max(
      former.checkoutLifeMinutes.value,
      Math.ceil((MIN_CHECKOUT_SECONDS * rate) / 60),
    ),
  };
  const names = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (name) => former[name].value !== wanted[name],
  );
  const set = async (amountOf: (setting: (typeof names)[number]) => number) => {
    if (names.length === 0) return;
    const { version } = await read();
    const body: Change = Object.fromEntries(names.map((setting) => [setting, { value: amountOf(setting) }]));
    const params = { header: { 'If-Match': `"${version}"` } };
    // The day may have lasted longer than the last code is valid.
    await person.withFreshCode(() =>
      person.ok('change the settings', api.PATCH('/admin/settings', { params, body })),
    );
  };
  await set((name) => wanted[name]);
  return () => set((name) => former[name].value);
}
