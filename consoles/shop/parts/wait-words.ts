import { useShop } from './shop-context.tsx';

const MINUTE = 60;
/** Seconds; from two minutes on, minutes are shown. */
const IN_SECONDS = 2 * MINUTE;

/** "40 seconds", "12 minutes": how long to wait; in Arabic in the grammatical case after a verb or preposition. */
export function useWait(): (seconds: number) => string {
  const { t } = useShop();
  return (seconds) =>
    seconds < IN_SECONDS
      ? t('wait.seconds', { count: Math.max(1, Math.ceil(seconds)) })
      : t('wait.minutes', { count: Math.ceil(seconds / MINUTE) });
}
