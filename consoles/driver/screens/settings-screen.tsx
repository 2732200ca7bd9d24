import { useId, useState, useSyncExternalStore } from 'react';
import { NoAnswerError } from '../../shared/api/problem.ts';
import { useLocaleChoice } from '../../shared/i18n/locale.tsx';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { notify } from '../../shared/notices/notices.ts';
import { useSession } from '../../shared/session/session-context.tsx';
import { useTheme } from '../../shared/theme/theme.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import { useDriver, usePhone } from '../data/driver-context.tsx';
import { installation } from '../device/installation.ts';
import { isSoundOn, setSound } from '../device/sound-choice.ts';
import styles from '../parts/lists.module.css';
import { ScreenTitle } from '../parts/screen-title.tsx';
import { useMoreText } from '../texts/more-texts.ts';
import { PushChoice } from './push-choice.tsx';

export function SettingsScreen() {
  const t = useMoreText();
  const shared = useSharedText();
  const { locale, choose } = useLocaleChoice();
  const theme = useTheme();
  return (
    <>
      <ScreenTitle back={{ screen: 'more' }}>{t('more.settings')}</ScreenTitle>
      <Choice
        title={t('settings.language')}
        value={locale}
        onChoose={choose}
        options={[
          ['ar', 'العربية'],
          ['en', 'English'],
        ]}
      />
      <Choice
        title={shared('theme.label')}
        value={theme.choice}
        onChoose={theme.choose}
        options={[
          ['light', shared('theme.light')],
          ['dark', shared('theme.dark')],
          ['system', shared('theme.system')],
        ]}
      />
      <Sound />
      <PushChoice />
      <Install />
      <SignOut />
      <p className={styles.muted}>{t('settings.version', { version: __APP_VERSION__ })}</p>
    </>
  );
}

interface ChoiceProps<V extends string> {
  title: string;
  value: V;
  options: readonly (readonly [value: V, name: string])[];
  onChoose(value: V): void;
}

function Choice<V extends string>({ title, value, options, onChoose }: ChoiceProps<V>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend>{title}</legend>
      <div className={styles.segments}>
        {options.map(([each, text]) => (
          <label key={each} className={styles.segment}>
            <input type="radio" name={name} checked={each === value} onChange={() => onChoose(each)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Sound() {
  const t = useMoreText();
  const { ring } = useDriver();
  const [on, setOn] = useState(isSoundOn);
  const choose = (value: 'on' | 'off') => {
    setSound(value === 'on');
    setOn(value === 'on');
  };
  return (
    <>
      <Choice
        title={t('settings.sound')}
        value={on ? 'on' : 'off'}
        onChoose={choose}
        options={[
          ['on', t('settings.on')],
          ['off', t('settings.off')],
        ]}
      />
      <PlainButton
        wide
        isDisabled={!on}
        onPress={() => {
          ring.allow();
          ring.once();
        }}
      >
        {t('settings.sound.test')}
      </PlainButton>
    </>
  );
}

/** Offers to install the app if the browser supports it; says so if it is installed already. */
function Install() {
  const t = useMoreText();
  const state = useSyncExternalStore(installation.subscribe, installation.get);
  if (state === 'installed') return <p className={styles.muted}>{t('settings.installed')}</p>;
  if (state === 'impossible') return null;
  return (
    <PlainButton wide onPress={() => void installation.install()}>
      {t('settings.install')}
    </PlainButton>
  );
}

function SignOut() {
  const t = useMoreText();
  const shared = useSharedText();
  const session = useSession();
  const runtime = useDriver();
  const { queue } = usePhone();
  const [pending, setPending] = useState(false);
  const signOut = async () => {
    setPending(true);
    try {
      await session.signOut();
      runtime.data.forget();
    } catch (error) {
      const title = error instanceof NoAnswerError ? t('connection.needed') : shared('error.detail');
      notify({ tone: 'warning', title });
      setPending(false);
    }
  };
  return (
    <>
      {queue.waiting === 0 ? null : (
        <Banner tone="warning">{t('settings.signOut.waits', { count: queue.waiting })}</Banner>
      )}
      <PlainButton wide isPending={pending} onPress={() => void signOut()}>
        {shared('account.signOut')}
      </PlainButton>
    </>
  );
}
