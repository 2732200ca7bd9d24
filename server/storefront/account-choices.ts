import type { components } from '../kernel/http/api-types.ts';
import type { InProcess } from '../kernel/http/in-process.ts';
import { EMPTY_FORM, formOutcome, saidIn } from './account-forms.ts';
import type { AccountForm, AccountPage } from './account-page-models.ts';
import type { Asked, Outcome, Sent } from './routes.ts';
import { withLatinDigits } from './typed.ts';

type Schemas = components['schemas'];

const OWN_ZONE = 'Asia/Qatar';

/** Notification preferences and quiet hours. */
export class AccountChoices {
  readonly #shop: InProcess;

  constructor(shop: InProcess) {
    this.#shop = shop;
  }

  async page({ visit: { visitor }, search }: Asked, form: AccountForm = EMPTY_FORM): Promise<AccountPage> {
    const preferences = (await this.#shop.call('showNotificationPreferences', visitor)).body();
    const zones = zonesWith(preferences.quietHours?.zone);
    return { kind: 'account-choices', preferences, zones, form, said: saidIn(search) };
  }

  async change(sent: Sent): Promise<Outcome> {
    const { visitor } = sent.visit;
    const quietHours = quietHoursIn(sent.values);
    if (quietHours !== null && quietHours.from === quietHours.until) {
      const form = { values: sent.values, faults: { quietUntil: 'sameTime' }, refusal: null } as const;
      return { page: await this.page(sent, form), status: 422 };
    }
    const work = async () => {
      const { choices } = (await this.#shop.call('showNotificationPreferences', visitor)).body();
      const body = { choices: chosen(choices, sent.values), quietHours };
      await this.#shop.call('replaceNotificationPreferences', visitor, { body });
      return { to: '/account/notifications?said=saved' };
    };
    return formOutcome(sent, work, (form) => this.page(sent, form));
  }
}

/** An unticked box switches the message off. A kind that was added after the page was rendered keeps its setting. */
function chosen(
  choices: Schemas['NotificationPreferences']['choices'],
  values: Sent['values'],
): Schemas['ReplaceNotificationPreferencesRequest']['choices'] {
  const shown = new Set((values.shown ?? '').split(' '));
  return choices
    .filter(({ isMandatory }) => !isMandatory)
    .map(({ kind, channel, enabled }) => {
      const name = `${kind}.${channel}`;
      return { kind, channel, enabled: shown.has(name) ? values[name] === 'on' : enabled };
    });
}

function quietHoursIn(values: Sent['values']): Schemas['QuietHours'] | null {
  if (values.quiet !== 'on') return null;
  const time = (given = '') =>
    withLatinDigits(given)
      .trim()
      .replace(/^(\d):/, '0$1:');
  return { from: time(values.quietFrom), until: time(values.quietUntil), zone: values.zone ?? OWN_ZONE };
}

/** Qatar's time zone first, then all others by name. */
function zonesWith(chosenZone: string | undefined): string[] {
  const others = [...(chosenZone === undefined ? [] : [chosenZone]), ...Intl.supportedValuesOf('timeZone')];
  return [...new Set([OWN_ZONE, ...others])];
}
