/** What is wrong with a field of a form, in words that pages have texts for. */
export type FieldFault =
  | 'missing'
  | 'email'
  | 'emailTaken'
  | 'phone'
  | 'zone'
  | 'number'
  | 'tooLong'
  | 'tooShort'
  | 'wrongPassword'
  /** Of somebody who is signed in. */
  | 'notYourPassword'
  | 'emailOfAnother'
  | 'passwordTooShort'
  | 'passwordTooCommon'
  | 'code'
  | 'time'
  /** The same as the one it has to differ from. */
  | 'sameTime'
  | 'mfaToken'
  | 'refused';

/** What is wrong, by the name of the field. */
export type FieldFaults = Readonly<Record<string, FieldFault>>;

/** A form as it is shown: as it begins, or as it was sent and refused. */
export interface FormState {
  /** By the name of the field. Never a password. */
  values: Readonly<Record<string, string>>;
  faults: FieldFaults;
}

/** Too much was tried. `until`: ISO 8601. */
export interface Wait {
  kind: 'locked' | 'limited';
  until: string;
  seconds: number;
}
