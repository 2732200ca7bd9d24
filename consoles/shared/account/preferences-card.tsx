import { Lock } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { dataOf } from '../api/client.ts';
import type { FieldErrors } from '../forms/errors.ts';
import { SendForm } from '../forms/send-form.tsx';
import { useLocaleChoice } from '../i18n/locale.tsx';
import { notify } from '../notices/notices.ts';
import { useApi } from '../session/session-context.tsx';
import { CheckBox } from '../ui/check-box.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './account.module.css';
import { Card } from './card.tsx';
import { type Quiet, QuietFields } from './quiet-hours.tsx';
import { useAccountText } from './use-account-text.ts';
import { usePreferenceText } from './use-preference-text.ts';

type Preferences = components['schemas']['NotificationPreferences'];
type Choice = Preferences['choices'][number];

/** The service sends titles in one language, so a change of language reads them again. */
function usePreferences() {
  const api = useApi();
  const { locale } = useLocaleChoice();
  const [stored, setStored] = useState<Preferences | null>(null);
  const [error, setError] = useState<unknown>(null);
  const load = useCallback(() => {
    setError(null);
    dataOf(api.GET('/notification-preferences', { params: { query: { locale } } })).then(setStored, setError);
  }, [api, locale]);
  useEffect(load, [load]);
  const save = async (choices: readonly Choice[], quietHours: Quiet | null) => {
    const body = {
      choices: choices
        .filter(({ isMandatory }) => !isMandatory)
        .map(({ kind, channel, enabled }) => ({ kind, channel, enabled })),
      quietHours,
    };
    setStored(await dataOf(api.PUT('/notification-preferences', { params: { query: { locale } }, body })));
  };
  return { stored, error, load, save };
}

/** Which notifications are sent, by which channel and when. */
export function PreferencesCard() {
  const t = usePreferenceText();
  const { stored, error, load, save } = usePreferences();
  if (stored === null) {
    return (
      <Card title={t('choices.title')}>
        {error === null ? <Skeleton lines={6} /> : <ErrorState error={error} onRetry={load} />}
      </Card>
    );
  }
  return <PreferencesForm stored={stored} save={save} />;
}

interface PreferencesFormProps {
  stored: Preferences;
  save(choices: readonly Choice[], quietHours: Quiet | null): Promise<void>;
}

const nameOf = ({ kind, channel }: Choice) => `${kind} ${channel}`;

function PreferencesForm({ stored, save }: PreferencesFormProps) {
  const t = usePreferenceText();
  const account = useAccountText();
  /** Only what differs from the stored preferences; everything else comes from them. */
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [edited, setEdited] = useState<Quiet | null | undefined>(undefined);
  const choices = stored.choices.map((choice) => ({
    ...choice,
    enabled: changed.get(nameOf(choice)) ?? choice.enabled,
  }));
  const quiet = edited === undefined ? stored.quietHours : edited;
  const dirty = changed.size > 0 || edited !== undefined;
  const check = (): FieldErrors => {
    if (quiet === null) return {};
    return {
      ...(quiet.from === '' ? { from: t('quiet.needTime') } : {}),
      ...(quiet.until === ''
        ? { until: t('quiet.needTime') }
        : quiet.until === quiet.from
          ? { until: t('quiet.same') }
          : {}),
    };
  };
  const send = async () => {
    await save(choices, quiet);
    setChanged(new Map());
    setEdited(undefined);
    notify({ tone: 'success', title: account('common.saved') });
  };
  const switched = byKind(choices.filter(({ isMandatory }) => !isMandatory));
  return (
    <>
      <SendForm
        inPage
        submit={account('common.save')}
        check={check}
        send={send}
        aside={
          <span role="status" className={styles.hint}>
            {dirty ? t('choices.unsaved') : ''}
          </span>
        }
      >
        {(faults) => (
          <>
            <Card title={t('choices.title')} hint={t('choices.hint')}>
              {switched.length === 0 ? <p>{t('choices.none')}</p> : null}
              <ul className={styles.list}>
                {switched.map((kind) => (
                  <KindRow
                    key={kind[0]?.kind}
                    choices={kind}
                    onChange={(choice, enabled) =>
                      setChanged((before) => new Map(before).set(nameOf(choice), enabled))
                    }
                  />
                ))}
              </ul>
            </Card>
            <Card title={t('quiet.title')} hint={t('quiet.hint')}>
              <QuietFields value={quiet} onChange={setEdited} faults={faults} />
            </Card>
          </>
        )}
      </SendForm>
      <Always choices={choices.filter(({ isMandatory }) => isMandatory)} />
    </>
  );
}

function KindRow({
  choices,
  onChange,
}: {
  choices: readonly Choice[];
  onChange(choice: Choice, enabled: boolean): void;
}) {
  const t = usePreferenceText();
  const [first] = choices;
  if (first === undefined) return null;
  return (
    <li>
      <fieldset className={styles.kind}>
        <legend className={styles.name}>
          <bdi>{first.title}</bdi>
          {first.isHeld ? null : <span className={styles.hint}> · {t('choices.notHeld')}</span>}
        </legend>
        <div className={styles.channels}>
          {choices.map((choice) => (
            <CheckBox
              key={choice.channel}
              checked={choice.enabled}
              onChange={(enabled) => onChange(choice, enabled)}
            >
              {t(`channel.${choice.channel}`)}
            </CheckBox>
          ))}
        </div>
      </fieldset>
    </li>
  );
}

/** Notifications that cannot be switched off, and why. */
function Always({ choices }: { choices: readonly Choice[] }) {
  const t = usePreferenceText();
  if (choices.length === 0) return null;
  return (
    <Card
      title={t('always.title')}
      hint={t('always.hint')}
      aside={<Lock aria-hidden size={18} className={styles.icon} />}
    >
      <ul className={styles.plain}>
        {byKind(choices).map((kind) => (
          <li key={kind[0]?.kind}>
            <bdi>{kind[0]?.title}</bdi>{' '}
            <span className={styles.hint}>
              {kind.map(({ channel }) => t(`channel.${channel}`)).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function byKind(choices: readonly Choice[]): Choice[][] {
  const kinds = new Map<string, Choice[]>();
  for (const choice of choices) kinds.set(choice.kind, [...(kinds.get(choice.kind) ?? []), choice]);
  return [...kinds.values()];
}
