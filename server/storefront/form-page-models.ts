/** An error of a form field; the pages have a text for each. */
export type ShownError =
  | 'missing'
  | 'email'
  | 'emailTaken'
  | 'phone'
  | 'zone'
  | 'number'
  | 'tooLong'
  | 'tooShort'
  | 'wrongPassword'
  /** For a signed-in buyer. */
  | 'notYourPassword'
  | 'emailOfAnother'
  | 'passwordTooShort'
  | 'passwordTooCommon'
  | 'code'
  | 'time'
  /** Equal to the time it must differ from. */
  | 'sameTime'
  | 'mfaToken'
  | 'refused';

/** Errors by field name. */
export type ShownErrors = Readonly<Record<string, ShownError>>;

/** A form as shown: empty, or as submitted and refused. */
export interface FormState {
  /** By field name. Never contains a password. */
  values: Readonly<Record<string, string>>;
  faults: ShownErrors;
}

/** Too many attempts. `until`: ISO 8601. */
export interface Wait {
  kind: 'locked' | 'limited';
  until: string;
  seconds: number;
}
