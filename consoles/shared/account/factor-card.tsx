import { useState } from 'react';
import { notify } from '../notices/notices.ts';
import { useAccount, useSession } from '../session/session-context.tsx';
import { Button } from '../ui/button.tsx';
import styles from './account.module.css';
import { Badge, Card } from './card.tsx';
import { FactorOff } from './factor-off.tsx';
import { type Enrolment, FactorBegin, FactorConfirm } from './factor-set-up.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useAccountText } from './use-account-text.ts';

/** The current step of setting up or turning off the second factor. */
type Step =
  | { kind: 'shown' | 'begin' | 'off' }
  | { kind: 'confirm'; enrolment: Enrolment }
  | { kind: 'codes'; codes: readonly string[] };

/** The second factor; optional. */
export function FactorCard() {
  const t = useAccountText();
  const session = useSession();
  const account = useAccount();
  const { mfaEnrolled } = account;
  const [step, setStep] = useState<Step>({ kind: 'shown' });
  const back = () => setStep({ kind: 'shown' });
  const turned = (on: boolean) => {
    session.accountChanged({ ...account, mfaEnrolled: on });
    notify({ tone: 'success', title: t(on ? 'factor.enabled' : 'factor.disabled') });
  };
  return (
    <Card
      title={t('factor.title')}
      aside={
        <Badge tone={mfaEnrolled ? 'good' : 'open'}>{t(mfaEnrolled ? 'factor.on' : 'factor.off')}</Badge>
      }
      hint={t(mfaEnrolled ? 'factor.on.hint' : 'factor.off.hint')}
    >
      {step.kind === 'shown' ? (
        <div className={styles.start}>
          <Button onPress={() => setStep({ kind: mfaEnrolled ? 'off' : 'begin' })}>
            {t(mfaEnrolled ? 'factor.turnOff' : 'factor.setUp')}
          </Button>
        </div>
      ) : null}
      {step.kind === 'begin' ? (
        <FactorBegin onCancel={back} onBegun={(enrolment) => setStep({ kind: 'confirm', enrolment })} />
      ) : null}
      {step.kind === 'confirm' ? (
        <FactorConfirm
          enrolment={step.enrolment}
          onCancel={back}
          onConfirmed={(codes) => {
            setStep({ kind: 'codes', codes });
            turned(true);
          }}
        />
      ) : null}
      {step.kind === 'codes' ? <RecoveryCodes codes={step.codes} onKept={back} /> : null}
      {step.kind === 'off' ? (
        <FactorOff
          onCancel={back}
          onOff={() => {
            back();
            turned(false);
          }}
        />
      ) : null}
    </Card>
  );
}
