import { useEffect, useState, useSyncExternalStore } from 'react';
import { NoAnswerError } from '../../shared/api/problem.ts';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { notify } from '../../shared/notices/notices.ts';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import { useDriver } from '../data/driver-context.tsx';
import styles from '../parts/lists.module.css';
import type { PushDevice } from '../push/push-device.ts';
import { usePushText } from '../push/push-texts.ts';
import { useMoreText } from '../texts/more-texts.ts';

/** Whether messages reach this phone while the app is closed. Nothing where push is unavailable. */
export function PushChoice() {
  const runtime = useDriver();
  const [device, setDevice] = useState<PushDevice | null>(null);
  useEffect(() => {
    let shown = true;
    void runtime.push().then(async (found) => {
      if (shown) setDevice(found);
      // Without a connection the state is read the next time.
      await found.look().catch(() => undefined);
    });
    return () => {
      shown = false;
    };
  }, [runtime]);
  return device === null ? null : <Switch device={device} />;
}

function Switch({ device }: { device: PushDevice }) {
  const t = useMoreText();
  const words = usePushText();
  const shared = useSharedText();
  const state = useSyncExternalStore(device.state.subscribe, device.state.get);
  const [pending, setPending] = useState(false);
  if (state === 'unknown' || state === 'impossible') return null;
  if (state === 'blocked') return <p className={styles.muted}>{words('blocked')}</p>;
  const change = async () => {
    setPending(true);
    try {
      await (state === 'on' ? device.turnOff() : device.turnOn());
    } catch (error) {
      const title = error instanceof NoAnswerError ? t('connection.needed') : shared('error.detail');
      notify({ tone: 'warning', title });
    }
    setPending(false);
  };
  return (
    <>
      <p className={styles.muted}>{words(state === 'on' ? 'on' : 'off')}</p>
      <PlainButton wide isPending={pending} onPress={() => void change()}>
        {words(state === 'on' ? 'turnOff' : 'turnOn')}
      </PlainButton>
    </>
  );
}
