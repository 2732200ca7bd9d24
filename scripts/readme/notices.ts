import { NOTIFICATION_KINDS } from '../../actors/kinds/notification-kinds.ts';
import { type Choice, NOTICE_TABLE } from '../../server/notifications/notifications.ts';

const AUDIENCES = {
  BUYER: 'buyer',
  SELLER: "seller's owner and staff",
  DRIVER: 'driver',
  DISPATCHERS: 'dispatchers',
  ACCOUNT: "account's owner",
  ADDRESS: 'the address',
} as const;

const CHOICES: Readonly<Record<Choice, string>> = {
  NONE: 'always sent',
  SWITCHED: 'may be switched off',
  SWITCHED_OR_HELD: 'may be switched off, waits for quiet hours to end',
};

/** A Markdown table of the kinds of notification. */
export function noticeTable(): string {
  const rows = NOTIFICATION_KINDS.map((kind) => {
    const { event, audience, channels, urgency, choice } = NOTICE_TABLE[kind];
    const to = audience.map((each) => AUDIENCES[each]).join(', ');
    const bell = audience.every((each) => each === 'ADDRESS') ? [] : ['bell'];
    const ways = [...bell, ...channels.map((each) => (each === 'SMS' ? each : each.toLowerCase()))].join(
      ', ',
    );
    return `| ${kind} | ${event} | ${to} | ${ways.replace('email', 'e-mail')} | ${urgency.toLowerCase()} | ${CHOICES[choice]} |`;
  });
  return [
    '| kind | event | recipients | channels | urgency | choice |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
