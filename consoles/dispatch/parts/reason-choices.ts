import type { FailureReason } from '../../shared/domain/failure-reasons.ts';
import type { TaskAction } from '../data/task-actions.ts';
import type { ReasonPreset } from '../texts/reason-presets.ts';

/** The action that a reason is asked for. */
export type ReasonPurpose =
  | TaskAction
  | 'reject-driver'
  | 'suspend-driver'
  | 'keep-cash'
  | 'cancel-shift'
  | 'end-shift';

const MOVING = ['late', 'nearer', 'vehicle', 'unreachable', 'asked', 'load'] as const;
const CANCELLING = ['buyerAsked', 'sellerAsked', 'goodsMissing'] as const;

/** The reasons offered; without any, only free text is asked for. */
export const PRESETS_OF: { readonly [purpose in ReasonPurpose]?: readonly ReasonPreset[] } = {
  assign: MOVING,
  reassign: MOVING,
  'hand-over': MOVING,
  unassign: ['unreachable', 'asked', 'vehicle', 'load', 'mistake'],
  cancel: CANCELLING,
  'cancel-order': CANCELLING,
  retry: ['buyerAsked', 'buyerReached'],
  return: ['buyerAsked', 'goodsMissing'],
  'override-code': ['noPhone', 'codeLost', 'identified'],
  reverse: ['mistake', 'wrongCash'],
  'clear-exclusions': ['readyAgain', 'mistake'],
  'write-off': ['lost', 'damaged'],
  'confirm-return': ['sellerSilent', 'sellerToldUs', 'driverShowed'],
  'reject-driver': ['papersMissing', 'vehicleUnfit', 'enoughDrivers'],
  'suspend-driver': ['papersExpired', 'complaints', 'cashOpen', 'asked'],
  'keep-cash': ['deskClosed', 'nextShiftSoon'],
  'cancel-shift': ['ill', 'asked', 'enoughDrivers', 'mistake'],
  'end-shift': ['forgotten', 'vehicle', 'ill', 'unreachable'],
};

interface About {
  /** The task is late, or will be. */
  late?: boolean;
  /** The driver's phone sends no signal. */
  silent?: boolean;
  failure?: FailureReason | null;
}

/**
 * The reason selected beforehand, so that one key confirms it; null if none is obvious. An action that cannot be undone
 * has one only if the task itself indicates it.
 */
export function usualReason(purpose: ReasonPurpose, about: About = {}): ReasonPreset | null {
  switch (purpose) {
    case 'reassign':
    case 'hand-over':
      return about.late === true ? 'late' : 'nearer';
    case 'unassign':
      return about.silent === true ? 'unreachable' : 'asked';
    case 'reverse':
      return 'mistake';
    case 'clear-exclusions':
      return 'readyAgain';
    case 'confirm-return':
      return 'sellerSilent';
    case 'write-off':
      return about.failure === 'LOST' ? 'lost' : about.failure === 'DAMAGED' ? 'damaged' : null;
    case 'keep-cash':
      return 'deskClosed';
    case 'end-shift':
      return 'forgotten';
    default:
      return null;
  }
}
