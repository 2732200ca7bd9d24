import { Banner } from '../../shared/ui/banner.tsx';
import type { Explained } from './use-report.ts';

/** Why what was just asked for was not done, at the end of the form that asked. */
export function Refusal({ of }: { of: Explained | null }) {
  if (of === null) return null;
  return (
    <Banner tone="danger" title={of.title} announce="assertive">
      {of.detail}
    </Banner>
  );
}
