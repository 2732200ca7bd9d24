import type { components } from '../../../server/kernel/http/api-types.ts';
import type { Text } from '../i18n/define-texts.ts';

type Schemas = components['schemas'];
export type FailureReason = Schemas['FailureReason'];

interface FailureFacts {
  /** The usual consequence, shown until the service has decided. */
  next: Schemas['FailureConsequence'];
  /** The reason alone is not specific enough: the service asks for a note. */
  needsNote?: true;
  /** A word or two, for menus, lists and histories. */
  label: Text;
  /** A full statement, for the person who reports it. */
  statement: Text;
}

/**
 * Why a delivery failed: everything consoles know about a reason, in the sequence of menus, likeliest first. A reason
 * added to the contract does not compile until it is listed here; nothing else has to be edited.
 */
export const FAILURES: Readonly<Record<FailureReason, FailureFacts>> = {
  NOBODY_HOME: {
    next: 'RETRY',
    label: { en: 'Nobody home', ar: 'لا أحد في المنزل' },
    statement: { en: 'Nobody is there', ar: 'لا أحد في المكان' },
  },
  REFUSED: {
    next: 'RETURN',
    label: { en: 'Refused', ar: 'رُفضت' },
    statement: { en: 'The buyer refuses it', ar: 'المشتري يرفض الاستلام' },
  },
  WRONG_ADDRESS: {
    next: 'CONTACT',
    label: { en: 'Wrong address', ar: 'عنوان خاطئ' },
    statement: { en: 'The address is wrong', ar: 'العنوان خاطئ' },
  },
  CANNOT_PAY: {
    next: 'RETRY',
    label: { en: 'Cannot pay', ar: 'لا يستطيع الدفع' },
    statement: { en: 'The buyer cannot pay', ar: 'المشتري لا يستطيع الدفع' },
  },
  DAMAGED: {
    next: 'RETURN',
    label: { en: 'Damaged', ar: 'تالفة' },
    statement: { en: 'The goods are damaged', ar: 'البضاعة تالفة' },
  },
  CANCELLED: {
    next: 'RETURN',
    label: { en: 'Cancelled', ar: 'ألغيت' },
    statement: { en: 'The buyer cancelled', ar: 'المشتري ألغى الطلب' },
  },
  LOST: {
    next: 'WRITE_OFF',
    label: { en: 'Lost', ar: 'مفقودة' },
    statement: { en: 'The goods are lost', ar: 'البضاعة مفقودة' },
  },
  OTHER: {
    next: 'DECIDE',
    needsNote: true,
    label: { en: 'Other', ar: 'سبب آخر' },
    statement: { en: 'Something else', ar: 'سبب آخر' },
  },
};

export const FAILURE_REASONS = Object.keys(FAILURES).filter(isFailureReason);

export function isFailureReason(value: unknown): value is FailureReason {
  return typeof value === 'string' && Object.hasOwn(FAILURES, value);
}
