/** The rules by which a day is judged, in the order in which they are printed. */
export const RULES = {
  orders: 'every order accounted for',
  acts: 'every state explained by what clients did',
  stock: 'stock is opening less sold plus returned and counted',
  shelves: 'prices and files are as sellers left them',
  ledger: 'the books sum to zero and hold what was done',
  cash: "each driver's cash explained",
  payables: 'what each seller is told of its money follows from what was delivered, handed in and paid',
  limits: 'no driver ever over the cash limit',
  zones: 'no driver ever outside the zones',
  drivers: 'no task ever with two live drivers',
  views: "every client's last view is what the service says",
  alerts: 'alerts that one can read: no more at once than were allowed',
  notifications: 'notifications in the right number and channel state',
} as const;

export type RuleName = keyof typeof RULES;

/** Something that differs from what the clients' own record requires. */
export interface Difference {
  rule: RuleName;
  /** The subject, with its id: "order W-2026-000017 019c…". */
  subject: string;
  expected: string;
  found: string;
}

export type Finding = Omit<Difference, 'rule'>;

/** A finding unless both are equal. */
export function unequal(subject: string, expected: unknown, found: unknown): Finding[] {
  const [wanted, is] = [words(expected), words(found)];
  return wanted === is ? [] : [{ subject, expected: wanted, found: is }];
}

function words(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
