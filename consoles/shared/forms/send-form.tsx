import type { FormEvent, ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { useSharedText } from '../i18n/shared-texts.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { type ErrorField, type FieldErrors, useErrorsOf } from './errors.ts';
import { Refused } from './refused.tsx';
import styles from './send-form.module.css';
import { useSending } from './use-sending.ts';

export interface SendFormProps {
  /** The button's label: what it does. */
  submit: string;
  kind?: 'primary' | 'danger';
  /** Errors that can be found before sending. */
  check?: () => FieldErrors;
  /** Refusals that it throws are shown at their field, or above the button. */
  send(): Promise<void>;
  onCancel?: (() => void) | undefined;
  /** The button is as wide as the form, for a form on a page of its own. */
  wide?: boolean;
  /** For a form within a page: its button is below its fields. */
  inPage?: boolean;
  /** Shown beside the button. */
  aside?: ReactNode;
  /** The fields; each input is named like its error. */
  children(faults: FieldErrors): ReactNode;
}

/** A form that sends once at a time. The first field in error gets the focus; editing a field clears its error. */
export function SendForm(props: SendFormProps) {
  const { submit, kind = 'primary', check, send, onCancel, wide, inPage, aside, children } = props;
  const shared = useSharedText();
  const faultsOf = useErrorsOf();
  const sending = useSending<ErrorField>(faultsOf);
  const { pending, faults, refusal, area } = sending;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void sending.send(check?.() ?? {}, send);
  };
  const forget = ({ target }: FormEvent) => {
    const { name } = target as HTMLInputElement;
    if (name in faults) sending.forget(name as ErrorField);
  };
  return (
    <Form onSubmit={onSubmit} validationBehavior="aria">
      <div ref={area} className={styles.form} onInput={forget}>
        {children(faults)}
        {refusal === null ? null : <Refused refusal={refusal.error} at={refusal.at} />}
        <div className={classNames(styles.actions, inPage === true && styles.start)}>
          {onCancel === undefined ? null : <Button onPress={onCancel}>{shared('cancel')}</Button>}
          <Button type="submit" kind={kind} isPending={pending} wide={wide === true}>
            {submit}
          </Button>
          {aside}
        </div>
      </div>
    </Form>
  );
}
