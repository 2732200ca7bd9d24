import { expect } from 'chai';
import type { DriverEvent } from '../../../actors/driver/behaviours.ts';
import { publishedOf } from '../../../actors/driver/published.ts';
import type { DriverState } from '../../../actors/driver/state.ts';
import type { Effect } from '../../../actors/runtime/machine.ts';
import { contextOf, idOf } from '../../worlds/pure/fixtures.ts';

const OFF = { driverId: idOf('driver') } as DriverState;
const ON = { ...OFF, shift: { status: 'ON_DUTY' } } as DriverState;

/** Only the fields that are read. */
const counted = (
  type: 'HAND_IN_OPENED' | 'SETTLEMENT_CLOSED',
  difference: string,
  approvedBy: string | null = null,
) => ({ type, settlementId: idOf('settlement'), difference, approvedBy }) as DriverEvent;

function kinds(effects: readonly Effect[]): unknown[] {
  return effects.flatMap((effect) =>
    effect.do === 'consume' && effect.consumer === 'publish'
      ? effect.payload.facts.map(({ kind, data }) => [kind, data.status ?? data.duty])
      : [],
  );
}

describe('what webhooks are told of a driver', () => {
  const of = (event: DriverEvent, before = ON, after = ON) =>
    kinds(publishedOf(event, before, after, contextOf()));

  it('is duty, when it changes', () => {
    const event = { type: 'SHIFT_STARTED' } as DriverEvent;
    expect(of(event, OFF, ON)).to.deep.equal([['driver.duty_changed', 'ON_DUTY']]);
    expect(of(event, ON, OFF)).to.deep.equal([['driver.duty_changed', 'OFF']]);
    expect(of(event)).to.deep.equal([]);
  });

  it('is a hand-in when it is closed, and its difference once, when it is counted', () => {
    expect(of(counted('SETTLEMENT_CLOSED', '0.00'))).to.deep.equal([['cash.handed_in', 'CLOSED']]);
    expect(of(counted('SETTLEMENT_CLOSED', '-2.00'))).to.deep.equal([
      ['cash.handed_in', 'CLOSED'],
      ['cash.difference', 'CLOSED'],
    ]);
    expect(of(counted('HAND_IN_OPENED', '-20.00'))).to.deep.equal([['cash.difference', 'PENDING_APPROVAL']]);
    expect(of(counted('SETTLEMENT_CLOSED', '-20.00', idOf('second')))).to.deep.equal([
      ['cash.handed_in', 'CLOSED'],
    ]);
  });
});
