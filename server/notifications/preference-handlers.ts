import { inTransaction } from '../../db/unit-of-work.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { components } from '../kernel/http/api-types.ts';
import type { Handlers, SignedIn } from '../kernel/http/operation.ts';
import { signedIn } from '../kernel/http/principal.ts';
import type { Locale } from '../kernel/texts/locale.ts';
import { NOTICE_TABLE } from './notice-table.ts';
import { preferencesOf, replacePreferences } from './preferences.ts';
import { kindTitle } from './texts.ts';

type PreferenceOperation = 'showNotificationPreferences' | 'replaceNotificationPreferences';

/** Each account's notification preferences and quiet hours. */
export function preferenceHandlers({
  database,
  clock,
}: Pick<Dependencies, 'database' | 'clock'>): Pick<Handlers, PreferenceOperation> {
  async function shown(
    { accountId, roles }: SignedIn,
    locale: Locale,
  ): Promise<components['schemas']['NotificationPreferences']> {
    const { choices, quietHours } = await preferencesOf(database, accountId, roles);
    return {
      choices: choices.map((choice) => ({
        ...choice,
        title: kindTitle(choice.kind)[locale],
        isMandatory: NOTICE_TABLE[choice.kind].choice === 'NONE',
        isHeld: NOTICE_TABLE[choice.kind].choice === 'SWITCHED_OR_HELD',
      })),
      quietHours,
    };
  }
  return {
    async showNotificationPreferences({ caller, locale }) {
      return { status: 200, body: await shown(signedIn(caller), locale) };
    },

    async replaceNotificationPreferences({ caller, body, locale }) {
      const by = signedIn(caller);
      const wanted = { choices: body.choices, quietHours: body.quietHours ?? null };
      await inTransaction(database, (trx) => replacePreferences(trx, { ...by, at: clock.now() }, wanted));
      return { status: 200, body: await shown(by, locale) };
    },
  };
}
