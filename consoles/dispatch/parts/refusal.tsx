import { Banner } from '../../shared/ui/banner.tsx';
import { type Explained, useExplain } from './use-report.ts';

/** Why the request was refused, at the end of its form. */
export function Refusal({ of }: { of: Explained | null }) {
  if (of === null) return null;
  return (
    <Banner tone="danger" title={of.title} announce="assertive">
      {of.detail || undefined}
    </Banner>
  );
}

/**
 * Same as Refusal, for a form sent by `useSending`, where the error belongs to no field.
 * @param overtaken Detail shown when someone else was faster, for a form that keeps what was typed.
 */
export function RefusalOf({
  refusal,
  overtaken,
}: {
  refusal: { error: unknown } | null;
  overtaken?: string | undefined;
}) {
  const explain = useExplain();
  if (refusal === null) return null;
  const explained = explain(refusal.error);
  const detail = explained.overtaken ? overtaken : undefined;
  return <Refusal of={detail === undefined ? explained : { ...explained, detail }} />;
}
