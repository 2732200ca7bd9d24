import type { ReactNode } from 'react';
import type { components } from '../../../server/kernel/http/api-types.ts';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { useRouteText } from '../texts/route-texts.ts';
import { PlanCompare } from './plan-compare.tsx';
import type { Explained } from './use-report.ts';

type Figures = components['schemas']['PlanFigures'];

export interface PlanDialogProps {
  title: string;
  hint?: string;
  /** The plan, once there is one. */
  plan: { before: Figures; after: Figures } | undefined;
  planning: boolean;
  /** What changes, in a sentence; above the figures. */
  summary: ReactNode;
  /** The plan in detail, stop by stop or driver by driver; below the figures. */
  children: ReactNode;
  problem: Explained | null;
  onPlanAgain(): void;
  /** Null once it has been applied. */
  apply: { label: string; isDisabled: boolean; isPending: boolean; onPress(): void } | null;
  onClose(): void;
}

/** A plan beside the present state: reviewed first, then applied exactly as shown. */
export function PlanDialog({ title, hint, plan, planning, problem, apply, ...rest }: PlanDialogProps) {
  const t = useRouteText();
  const shared = useSharedText();
  const { summary, children, onPlanAgain, onClose } = rest;
  return (
    <Dialog
      wide
      title={title}
      hint={hint}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared(apply === null ? 'close' : 'cancel')}</Button>
          {apply === null ? null : (
            <Button
              kind="primary"
              isDisabled={apply.isDisabled}
              isPending={apply.isPending}
              onPress={apply.onPress}
            >
              {apply.label}
            </Button>
          )}
        </>
      }
    >
      {planning ? <p role="status">{t('route.planning')}</p> : null}
      {plan === undefined ? null : (
        <>
          <p>{summary}</p>
          <PlanCompare before={plan.before} after={plan.after} />
          {children}
        </>
      )}
      {problem === null ? null : (
        <Banner
          tone="danger"
          title={problem.title}
          announce="assertive"
          actions={
            <Button size="small" onPress={onPlanAgain}>
              {shared('retry')}
            </Button>
          }
        >
          {problem.detail}
        </Banner>
      )}
    </Dialog>
  );
}
