import { WaslError } from '../../actors/errors.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '../../actors/kinds/notification-kinds.ts';
import type { Role } from '../../actors/runtime/machine.ts';
import type { Database, Transaction } from '../../db/database.ts';
import type { QueuedChannel } from '../../db/models/notification-delivery.ts';
import { sqlState } from '../../db/unit-of-work.ts';
import { type Audience, NOTICE_TABLE } from './notice-table.ts';
import {
  applyToWaiting,
  lockSwitchedOff,
  type PreferenceRow,
  readPreferences,
  writePreferences,
} from './preference-store.ts';

export interface QuietHours {
  /** 'HH:MM' in the zone; spans midnight if `from` is later than `to`. */
  from: string;
  until: string;
  /** IANA time zone, e.g. Asia/Qatar. */
  zone: string;
}

/** One kind on one channel. */
export interface NoticeChoice {
  kind: NotificationKind;
  channel: QueuedChannel;
  enabled: boolean;
}

export interface Preferences {
  choices: readonly NoticeChoice[];
  quietHours: QuietHours | null;
}

/** PostgreSQL: invalid_parameter_value, here raised by AT TIME ZONE. */
const UNKNOWN_ZONE = '22023';

const CONCERNED: Readonly<Record<Exclude<Role, 'SYSTEM'>, readonly Audience[]>> = {
  BUYER: ['BUYER'],
  SELLER_OWNER: ['SELLER'],
  SELLER_STAFF: ['SELLER'],
  DRIVER: ['DRIVER'],
  DISPATCHER: ['DISPATCHERS'],
  ADMIN: [],
};

type Roles = ReadonlySet<Exclude<Role, 'SYSTEM'>>;

/** The preferences of an account with these roles, including mandatory kinds, in the order of the kinds. */
export async function preferencesOf(
  database: Database,
  accountId: string,
  roles: Roles,
): Promise<Preferences> {
  const chosen = await readPreferences(database, accountId);
  const off = new Set(chosen?.switchedOff);
  return {
    choices: kindsOf(roles).flatMap((kind) =>
      NOTICE_TABLE[kind].channels.map((channel) => ({
        ...{ kind, channel },
        enabled: !off.has(keyOf({ kind, channel })),
      })),
    ),
    quietHours: quietHoursOf(chosen),
  };
}

/**
 * Replaces the quiet hours, and the preferences for kinds that these roles receive: those not named are switched on. A
 * session may act with only some of an account's roles, so preferences for other kinds stay unchanged. Applies the new
 * preferences to waiting messages. Throws common.VALIDATION_FAILED.
 */
export async function replacePreferences(
  trx: Transaction,
  { accountId, roles, at }: { accountId: string; roles: Roles; at: Date },
  { choices, quietHours }: Preferences,
): Promise<void> {
  refuse(choices, quietHours);
  const decided = new Set<string>([...kindsOf(roles), ...choices.map(({ kind }) => kind)]);
  const known = await lockSwitchedOff(trx, accountId);
  const kept = known.filter((key) => !decided.has(key.slice(0, key.indexOf(':'))));
  const off = choices.filter(({ enabled }) => !enabled).map(keyOf);
  const wanted = {
    accountId,
    switchedOff: [...new Set([...kept, ...off])].sort(),
    quietFrom: quietHours?.from ?? null,
    quietUntil: quietHours?.until ?? null,
    quietZone: quietHours?.zone ?? null,
  };
  try {
    await writePreferences(trx, wanted);
  } catch (error) {
    if (sqlState(error) === UNKNOWN_ZONE) throw unknownZone();
    throw error;
  }
  await applyToWaiting(trx, { accountId, at });
}

function kindsOf(roles: Roles): NotificationKind[] {
  const audiences = new Set<Audience>(['ACCOUNT', ...[...roles].flatMap((role) => CONCERNED[role])]);
  return NOTIFICATION_KINDS.filter((kind) =>
    NOTICE_TABLE[kind].audience.some((audience) => audiences.has(audience)),
  );
}

function refuse(choices: readonly NoticeChoice[], quietHours: QuietHours | null): void {
  const errors = choices.flatMap(({ kind, channel, enabled }, place) => {
    const facts = NOTICE_TABLE[kind];
    if (!facts.channels.includes(channel))
      return [violation(`/choices/${place}/channel`, 'channel', `${kind} is not sent by ${channel}`)];
    if (!enabled && facts.choice === 'NONE')
      return [violation(`/choices/${place}/enabled`, 'mandatory', `${kind} is always sent`)];
    return [];
  });
  if (quietHours !== null && quietHours.from === quietHours.until)
    errors.push(violation('/quietHours/until', 'empty', 'must differ from the beginning'));
  if (errors.length > 0)
    throw new WaslError('common.VALIDATION_FAILED', {
      detail: 'Some of these choices are not possible.',
      errors,
    });
}

function unknownZone(): WaslError {
  return new WaslError('common.VALIDATION_FAILED', {
    detail: 'This time zone is not known.',
    errors: [violation('/quietHours/zone', 'zone', 'must be an IANA time zone, e.g. Asia/Qatar')],
  });
}

const violation = (pointer: string, code: string, message: string) => ({ pointer, code, message });

/** As stored in `notification_preferences.switched_off`. */
function keyOf({ kind, channel }: Pick<NoticeChoice, 'kind' | 'channel'>): string {
  return `${kind}:${channel}`;
}

function quietHoursOf(chosen: PreferenceRow | null): QuietHours | null {
  if (chosen === null) return null;
  const { quietFrom: from, quietUntil: until, quietZone: zone } = chosen;
  return from === null || until === null || zone === null ? null : { from, until, zone };
}
