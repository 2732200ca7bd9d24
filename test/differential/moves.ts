/** Something that one client does. Buyers and offers are named by their index in the ground. */
export type Move =
  | { do: 'add'; buyer: number; offer: number; quantity: number; key: string | null }
  | { do: 'guest-add'; buyer: number; offer: number; quantity: number }
  /** A quantity of 0 removes the line. */
  | { do: 'edit'; buyer: number; offer: number; quantity: number }
  | { do: 'merge'; buyer: number }
  | { do: 'look' | 'clear' | 'options' | 'accept-prices' | 'cancel-checkout' | 'cancel-order'; buyer: number }
  | { do: 'open' | 'confirm'; buyer: number; key: string | null }
  | { do: 'choose'; buyer: number; address: number | null; shipping: boolean; payment: boolean }
  | { do: 'price'; offer: number; price: string }
  | { do: 'switch'; offer: number; on: boolean }
  | { do: 'count'; offer: number; warehouse: number; onHand: number }
  | { do: 'expire' };

/** What buyers do; the rest is what sellers do, and the clock. */
export type BuyersMove = Extract<Move, { buyer: number }>;

/** The response that a client got. */
export interface Verdict {
  status: number;
  /** Of the problem document, if it is one. */
  code: string | null;
  body: unknown;
}

export function succeeded({ status }: Verdict): boolean {
  return status < 300;
}

export function describeMove(move: Move): string {
  return Object.entries(move)
    .map(([name, value]) => (name === 'do' ? String(value) : `${name} ${value}`))
    .join(', ');
}
