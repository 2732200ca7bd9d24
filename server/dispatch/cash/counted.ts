import { type Denomination, totalOf } from '../../../actors/driver/denominations.ts';
import { WaslError } from '../../../actors/errors.ts';
import { compare, normalise } from '../../../actors/money/money.ts';

export interface Count {
  /** Decimal string. */
  counted: string;
  denominations?: Denomination[];
}

/**
 * The counted cash: as a sum, by denomination, or both if they agree. Throws common.VALIDATION_FAILED if neither is
 * given, a denomination is repeated, or the two differ.
 */
export function countOf(sum: string | undefined, denominations: readonly Denomination[] | undefined): Count {
  if (denominations === undefined) {
    if (sum === undefined)
      throw fault('/counted', 'required', 'is missing: send counted, denominations or both');
    return { counted: normalise(sum) };
  }
  const values = denominations.map(({ value }) => value);
  const twice = values.findIndex((value, index) => values.indexOf(value) !== index);
  if (twice >= 0)
    throw fault(`/denominations/${twice}/value`, 'duplicate', 'is listed twice: list each value once');
  const counted = totalOf(denominations);
  if (sum !== undefined && compare(sum, counted) !== 0)
    throw fault(
      '/counted',
      'mismatch',
      `differs from the denominations, which add up to ${counted}: count again`,
    );
  return { counted, denominations: denominations.filter(({ count }) => count > 0) };
}

function fault(pointer: string, code: string, message: string): WaslError {
  const detail = `${pointer.slice(1)} ${message}.`;
  return new WaslError('common.VALIDATION_FAILED', { detail, errors: [{ pointer, code, message }] });
}
