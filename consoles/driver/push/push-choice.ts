const STORED = 'wasl.driver.push';

/** That an account wants its messages on this phone, and the id that the service knows the phone by. */
export interface PushChoice {
  accountId: string;
  id: string;
}

/** Null unless this account has chosen so: another one's choice is not its own. */
export function pushChoice(kept: Pick<Storage, 'getItem'>, accountId: string): PushChoice | null {
  try {
    const choice = JSON.parse(kept.getItem(STORED) ?? 'null') as PushChoice | null;
    return choice?.accountId === accountId ? choice : null;
  } catch {
    return null;
  }
}

export function keepPushChoice(
  kept: Pick<Storage, 'setItem' | 'removeItem'>,
  choice: PushChoice | null,
): void {
  if (choice === null) kept.removeItem(STORED);
  else kept.setItem(STORED, JSON.stringify(choice));
}
