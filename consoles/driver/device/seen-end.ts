const KEY = 'wasl.driver.seen-end.';

/** The step whose end this account has dismissed on this phone. */
export function seenEnd(accountId: string): number {
  return Number(localStorage.getItem(KEY + accountId)) || 0;
}

export function putAwayEnd(accountId: string, sequence: number): void {
  try {
    localStorage.setItem(KEY + accountId, String(sequence));
  } catch {
    // The phone's storage is full: the card is shown again after a reload.
  }
}
