import { Banner } from '../../shared/ui/banner.tsx';
import { type Explained, useExplain } from './use-report.ts';

/** Why what was just asked for was not done, at the end of the form that asked. */
export function Refusal({ of }: { of: Explained | null }) {
  if (of === null) return null;
  return (
    <Banner tone="danger" title={of.title} announce="assertive">
      {of.detail || undefined}
    </Banner>
  );
}

/** The same of a form that is sent by `useSending`, where no field of it is at fault. */
export function RefusalOf({ refusal }: { refusal: { error: unknown } | null }) {
  const explain = useExplain();
  return <Refusal of={refusal === null ? null : explain(refusal.error)} />;
}
