import { databaseHosts } from '../../db/database-hosts.ts';
import { settledWithin } from '../../db/deadline.ts';
import { type Check, error, type Finding, messageOf, type Reported } from './finding.ts';

const CHECK_TIMEOUT_MS = 10_000;

/** Runs all checks at once, each for a limited time. Their findings in the order of the checks. */
export async function runChecks(
  checks: readonly Check[],
  { timeoutMs = CHECK_TIMEOUT_MS, hide = (text: string) => text } = {},
): Promise<Reported[]> {
  const found = await Promise.all(checks.map((check) => findingsOf(check, timeoutMs)));
  return found.flatMap((findings, index) =>
    findings.map(({ level, says, todo }) => ({
      ...{ check: checks[index]?.name ?? '', level, says: hide(says) },
      ...(todo === undefined ? {} : { todo: hide(todo) }),
    })),
  );
}

async function findingsOf({ name, run }: Check, timeoutMs: number): Promise<readonly Finding[]> {
  try {
    return await settledWithin(run(), timeoutMs, [
      error(
        `no answer within ${timeoutMs / 1_000} s`,
        `Find out what ${name} waits for: is a host unreachable?`,
      ),
    ]);
  } catch (thrown) {
    return [error(messageOf(thrown), 'Mend what this says, then run the doctor again.')];
  }
}

const SECRET_KEY = /SECRET|PASSWORD|TOKEN|PRIVATE_KEY|ACCESS_KEY|OTLP_HEADERS/;
const MIN_LENGTH = 4;

/**
 * Replaces every secret of the environment, should one be part of somebody's error message: values of secret keys, and
 * passwords in addresses.
 */
export function hiding(environment: NodeJS.ProcessEnv): (text: string) => string {
  const secrets = new Set<string>();
  for (const [key, value = ''] of Object.entries(environment)) {
    if (SECRET_KEY.test(key)) for (const each of [value, ...value.split(',')]) secrets.add(each);
    // An address of several Redis servers is no URL.
    const several = [/^[a-z+]+:\/\/[^:@/?#]*:([^@/?#]+)@/, /[?&][a-z-]*password=([^&#]+)/];
    const passwords = [passwordIn(value) ?? '', ...several.map((pattern) => pattern.exec(value)?.[1] ?? '')];
    for (const password of passwords)
      for (const each of [password, quietlyDecoded(password)]) secrets.add(each);
  }
  const long = [...secrets].filter((each) => each.length >= MIN_LENGTH).sort((a, b) => b.length - a.length);
  return (text) => long.reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text);
}

/** Null if the text is not an address. An address of the database may name several servers. */
function passwordIn(text: string): string | null {
  try {
    return new URL(databaseHosts(text)[0]?.url ?? text).password;
  } catch {
    return null;
  }
}

function quietlyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
