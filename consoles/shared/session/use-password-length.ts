import { useEffect, useState } from 'react';
import { readSettings } from '../api/settings.ts';
import { useSession } from './session-context.tsx';

/** How many characters a new password needs here; null until that is known. */
export function usePasswordLength(): number | null {
  const { surface } = useSession();
  const [length, setLength] = useState<number | null>(null);
  useEffect(() => {
    readSettings(surface).then(
      ({ passwordMinLength }) => setLength(passwordMinLength),
      () => undefined,
    );
  }, [surface]);
  return length;
}
