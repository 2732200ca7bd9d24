import { useFormats } from '../../shared/i18n/locale.tsx';
import { usePhone } from '../data/driver-context.tsx';
import { useText } from '../texts/driver-texts.ts';

/** Shown while the service, not the network, delays steps: until when. Null otherwise. */
export function useBusyText(): string | null {
  const t = useText();
  const { timeWithSeconds } = useFormats();
  const { obstacle, retryAt } = usePhone().queue;
  return obstacle === 'BUSY' && retryAt !== null ? t('queue.busy', { time: timeWithSeconds(retryAt) }) : null;
}
