import type { FormEvent, ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { isProblemCode } from '../../shared/api/problem.ts';
import { type FieldsOf, type SayError, useFieldErrors } from '../../shared/forms/field-errors.ts';
import { Refused } from '../../shared/forms/refused.tsx';
import styles from '../../shared/forms/send-form.module.css';
import { type FaultsOf, useSending } from '../../shared/forms/use-sending.ts';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { classNames } from '../../shared/ui/class-names.ts';
import { useShopText } from '../texts/shop-texts.ts';

export interface EditFormProps<F extends string> {
  /** The button's label: what it does. */
  submit: string;
  /** Maps places in the request to fields. */
  fields: FieldsOf<F>;
  /** Texts for errors specific to this form. */
  say?: SayError<F>;
  /** Errors that can be found before sending. */
  check?(): FaultsOf<F>;
  send(): Promise<void>;
  /** Someone else has changed it meanwhile: reads it again. What was typed stays. */
  onConflict?(): Promise<unknown>;
  onCancel?: (() => void) | undefined;
  isDisabled?: boolean;
  /** In a page its button is at the start of its fields; in a dialog at the end. */
  inPage?: boolean;
  children(faults: FaultsOf<F>, forget: (field: F) => void): ReactNode;
}

/** A form for data that others may change, too: a refusal is shown at its field, what was typed stays. */
export function EditForm<F extends string>(props: EditFormProps<F>) {
  const { submit, fields, say, check, onConflict, onCancel, isDisabled = false, inPage = false } = props;
  const t = useShopText();
  const shared = useSharedText();
  const faultsAt = useFieldErrors();
  const sending = useSending<F>((error) => faultsAt(error, fields, say));
  const { faults, pending, refusal, area, forget } = sending;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void sending.send(check?.() ?? {}, async () => {
      try {
        await props.send();
      } catch (error) {
        if (isConflict(error)) await onConflict?.();
        throw error;
      }
    });
  };
  return (
    <Form onSubmit={onSubmit} validationBehavior="aria">
      <div ref={area} className={styles.form}>
        {props.children(faults, forget)}
        {refusal === null ? null : isConflict(refusal.error) ? (
          <Banner tone="warning" title={t('conflict.title')} announce="assertive">
            {t('conflict.detail')}
          </Banner>
        ) : (
          <Refused refusal={refusal.error} at={refusal.at} />
        )}
        <div className={classNames(styles.actions, inPage && styles.start)}>
          {onCancel === undefined ? null : <Button onPress={onCancel}>{shared('cancel')}</Button>}
          <Button type="submit" kind="primary" isPending={pending} isDisabled={isDisabled}>
            {submit}
          </Button>
        </div>
      </div>
    </Form>
  );
}

function isConflict(error: unknown): boolean {
  return isProblemCode(error, 'common.PRECONDITION_FAILED');
}
