import { WaslError } from '../../../actors/errors.ts';
import { compare } from '../../../actors/money/money.ts';

export interface Payable {
  /** Goods and the shipping chosen so far, in QAR. */
  total: string;
  /** Whether any line is a digital good. */
  digital: boolean;
}

export type CodRefusal = 'DIGITAL_GOODS' | 'ABOVE_MAXIMUM';

/** Why cash on delivery is not offered; null if it is. `maximum` is the highest order value allowed. */
export function codRefusal({ total, digital }: Payable, maximum: string): CodRefusal | null {
  if (digital) return 'DIGITAL_GOODS';
  return compare(total, maximum) > 0 ? 'ABOVE_MAXIMUM' : null;
}

/** Throws checkout.COD_NOT_ALLOWED. */
export function requireCodAllowed(payable: Payable, maximum: string): void {
  const reason = codRefusal(payable, maximum);
  if (reason === null) return;
  throw new WaslError('checkout.COD_NOT_ALLOWED', {
    detail:
      reason === 'DIGITAL_GOODS'
        ? 'Digital goods cannot be paid for with cash on delivery, and there is no other payment method yet. Remove them from the cart.'
        : `Cash on delivery is offered up to QAR ${maximum} per order; this one comes to QAR ${payable.total}.`,
    extension: { reason },
  });
}
