import { useEffect, useState } from 'react';
import { readSettings } from '../api/settings.ts';
import { useSession } from './session-context.tsx';

/** Minimum length of a new password; null until it is known. */
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
