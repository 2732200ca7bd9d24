import { expect } from 'chai';
import { until } from '../../../scripts/shared/waiting.ts';
import type { TestService } from '../../support/service.ts';

type To = { email: string } | { phone: string };

interface Message {
  id: string;
  kind: string;
  locale: string | null;
  /** Null once the code has been erased. */
  code: string | null;
}

/** What was queued for an address, newest first, as the sender reads it. */
export async function messagesTo(service: TestService, to: To): Promise<Message[]> {
  const { database, secrets } = service.inside.deps;
  const column = 'email' in to ? 'recipient_email' : 'recipient_phone';
  const rows = await database('notifications')
    .where(column, 'email' in to ? to.email : to.phone)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .select('id', 'kind', 'recipient_locale', 'sealed', 'sealed_for');
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    locale: row.recipient_locale,
    code: row.sealed === null ? null : secrets.open('one-time-code', row.sealed, row.sealed_for),
  }));
}

/** Waits until an address has been sent `count` messages of a kind, and returns the code in the newest one. */
export async function codeSentTo(service: TestService, to: To, kind: string, count = 1): Promise<string> {
  let sent: Message[] = [];
  await until(
    async () => {
      sent = (await messagesTo(service, to)).filter((message) => message.kind === kind);
      return sent.length >= count;
    },
    { failure: `no ${kind} was sent` },
  );
  expect(sent.length).to.equal(count);
  return sent[0]?.code ?? '';
}

/** A code of six digits that is none of these. */
export function anotherThan(...codes: readonly string[]): string {
  let number = 100_000;
  while (codes.includes(String(number))) number += 1;
  return String(number);
}

/** Makes an address's codes, and the attempts at them, older by this much. */
export async function letTimePass(service: TestService, interval: string): Promise<void> {
  const { database } = service.inside.deps;
  await database.raw(
    `UPDATE one_time_codes SET created_at = created_at - ?::interval, expires_at = expires_at - ?::interval`,
    [interval, interval],
  );
  await database.raw(
    `UPDATE code_guards SET paid_until = paid_until - ?::interval, wrong_since = wrong_since - ?::interval`,
    [interval, interval],
  );
}
