import { Skeleton } from '../../shared/ui/skeleton.tsx';

/** Shown while the first screen is loaded. */
export function Opening() {
  return (
    <main>
      <Skeleton lines={12} />
    </main>
  );
}
