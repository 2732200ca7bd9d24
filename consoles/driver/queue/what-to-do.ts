import type { Action } from './action.ts';

/** What a driver should do about a refusal: the last part of a text's key. */
export type WhatToDo =
  | 'moved'
  | 'gone'
  | 'cash'
  | 'goods'
  | 'work'
  | 'handIn'
  | 'approval'
  | 'photo'
  | 'other';

const BY_CODE: { readonly [code: string]: WhatToDo } = {
  'delivery.INVALID_STATE': 'moved',
  'delivery.CASH_MISMATCH': 'cash',
  'delivery.OFFER_EXPIRED': 'gone',
  'delivery.NO_HAND_OVER': 'moved',
  'delivery.DISPATCHER_DECIDES': 'moved',
  'common.NOT_FOUND': 'gone',
  'shift.GOODS_ON_BOARD': 'goods',
  'shift.WORK_UNFINISHED': 'work',
  'shift.CASH_UNSETTLED': 'handIn',
  'driver.NOT_APPROVED': 'approval',
  'auth.FORBIDDEN': 'approval',
};

export function whatToDo({ kind, refusal }: Pick<Action, 'kind' | 'refusal'>): WhatToDo {
  if (kind === 'photo') return 'photo';
  return BY_CODE[refusal?.code ?? ''] ?? 'other';
}
