const STORED = 'wasl.driver.push';

/** An account's choice to receive push messages on this phone, with the service's id of the phone. */
export interface PushChoice {
  accountId: string;
  id: string;
}

/** Null unless this account made the choice: another account's does not count. */
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
