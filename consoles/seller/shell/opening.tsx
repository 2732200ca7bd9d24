import { Skeleton } from '../../shared/ui/skeleton.tsx';

/** While the screen that the page was opened on is fetched. */
export function Opening() {
  return (
    <main>
      <Skeleton lines={12} />
    </main>
  );
}
