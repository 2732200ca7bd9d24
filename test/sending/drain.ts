import { randomUUID } from 'node:crypto';
import { inTransaction } from '../../db/unit-of-work.ts';
import { until } from '../../scripts/shared/waiting.ts';
import { queueCode } from '../../server/notifications/notifications.ts';
import { SendingInstallation, sendingEnvironment } from './installation.ts';
import { Provider } from './provider.ts';
import { countByStatus, queueMany } from './queue.ts';

export interface DrainFigures {
  messages: number;
  seconds: number;
  states: Record<string, number>;
  /** Milliseconds from the request of a code until its provider has it. */
  codes: { behind: readonly number[]; empty: readonly number[] };
  faults: string[];
}

/** Out of a thousand e-mails and SMS, how many get each of these failures from their providers. */
const ODD = { refused: 20, later: 20, cut: 10 };
const QUICK_RETRIES = { SENDING_RETRY_SECONDS: '1', SENDING_TIMEOUT_SECONDS: '10' };
/** Milliseconds that a remote mail server takes with a message; the gateway has no added delay. */
const LATENCY = 20;

/**
 * Fills both queues with messages that meet all kinds of failures, requests codes while they drain, then codes with
 * nothing else waiting. In the end everything must have been sent except what was refused.
 */
export async function runDrain({
  messages,
  codes,
  say = () => undefined,
}: {
  messages: number;
  codes: number;
  say?: (line: string) => void;
}): Promise<DrainFigures> {
  const [mail, sms, installation] = await Promise.all([
    Provider.mailServer(),
    Provider.smsGateway(),
    SendingInstallation.create(),
  ]);
  const { database } = installation;
  try {
    const refused = await fill(installation, messages);
    await installation.start({ ...sendingEnvironment(mail, sms), ...QUICK_RETRIES });
    const began = performance.now();
    mail.order({ order: 'latency', ms: LATENCY });
    const behind = await askForCodes(installation, mail, 'behind', codes);
    const waiting = (await countByStatus(database)).QUEUED ?? 0;
    say(`${waiting} messages still waited when the last of ${codes} codes had gone out`);
    mail.order({ order: 'latency', ms: 0 });
    await until(async () => (await unfinished(installation)) === 0, { limitMs: 1_800_000, everyMs: 200 });
    const seconds = (performance.now() - began) / 1_000;
    const states = await countByStatus(database);
    mail.order({ order: 'latency', ms: LATENCY });
    const empty = await askForCodes(installation, mail, 'empty', codes);
    const once = new Set([...mail.accepted, ...sms.accepted].map(({ id }) => id));
    const sent = states.SENT ?? 0;
    return {
      messages: messages + codes,
      seconds,
      states,
      codes: { behind, empty },
      faults: [
        ...(waiting === 0 ? ['the queue was empty before the codes were sent'] : []),
        ...(states.FAILED === refused ? [] : [`${states.FAILED} failed, ${refused} were refused`]),
        ...(sent === messages - refused + codes
          ? []
          : [`${sent} of ${messages - refused + codes} were sent`]),
        ...(once.size === sent + codes ? [] : [`${sent + codes} sent, ${once.size} accepted`]),
        ...outOfOrder(mail.accepted.filter(({ to }) => to.startsWith('plain')).map(({ to }) => to)),
      ],
    };
  } finally {
    await installation.drop();
    await Promise.all([mail.stop(), sms.stop()]);
  }
}

/** Half by e-mail, half by SMS. Returns how many of them will be refused. */
async function fill({ database }: SendingInstallation, messages: number): Promise<number> {
  const thousands = messages / 1_000;
  const counts = Object.entries(ODD).map(([word, each]) => [word, Math.round(each * thousands)] as const);
  const odd = counts.reduce((sum, [, count]) => sum + count, 0);
  for (const [word, count] of counts) {
    await queueMany(database, { channel: 'EMAIL', urgency: 2, count, to: `${word}-#@test.example` });
  }
  await queueMany(database, {
    channel: 'EMAIL',
    urgency: 1,
    count: messages / 2 - odd,
    to: 'plain-#@test.example',
  });
  await queueMany(database, { channel: 'SMS', urgency: 1, count: messages / 2, to: '+97455#9' });
  return Math.round(ODD.refused * thousands);
}

/** One after the other, each as soon as the previous one was accepted. */
async function askForCodes(
  installation: SendingInstallation,
  mail: Provider,
  word: string,
  count: number,
): Promise<number[]> {
  const waits: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const to = `${word}${n}@code.example`;
    const at = installation.clock.now();
    const began = performance.timeOrigin + performance.now();
    const accepted = new Promise<number>((resolve) => {
      mail.onAccepted = (message) => {
        if (message.to === to) resolve(message.at);
      };
    });
    await inTransaction(installation.database, (trx) =>
      queueCode(trx, installation, {
        ...{
          kind: 'SIGN_IN_CODE',
          to: { email: to },
          codeId: randomUUID(),
          code: '481920',
          locale: 'en',
          at,
        },
        expiresAt: new Date(at.getTime() + 600_000),
      }),
    );
    waits.push((await accepted) - began);
  }
  mail.onAccepted = null;
  return waits.sort((a, b) => a - b);
}

async function unfinished({ database }: SendingInstallation): Promise<number> {
  const rows = await database('notification_deliveries').whereIn('status', ['QUEUED', 'SENDING']).limit(1);
  return rows.length;
}

function outOfOrder(addresses: readonly string[]): string[] {
  const early = addresses.filter((to, place) => place > 0 && to < (addresses[place - 1] ?? ''));
  return early.length === 0 ? [] : [`${early.length} went out before older ones, the first ${early[0]}`];
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
