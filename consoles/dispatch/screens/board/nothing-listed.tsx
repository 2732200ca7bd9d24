import { PackageCheck, SearchX } from 'lucide-react';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { useBoardText } from '../../texts/board-texts.ts';
import type { ChangeBoard } from './board-params.ts';

/** Shown in place of an empty list: there are no tasks, or none that match the filters. */
export function NothingListed({ filtered, change }: { filtered: boolean; change: ChangeBoard }) {
  const t = useBoardText();
  if (!filtered) {
    return (
      <EmptyState icon={PackageCheck} title={t('list.empty')}>
        {t('list.emptyDetail')}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={SearchX}
      title={t('list.noMatch')}
      action={
        <Button onPress={() => change({ text: '', sections: [], looks: [], zoneId: null, ofDriver: null })}>
          {t('filter.clear')}
        </Button>
      }
    >
      {t('list.noMatchDetail')}
    </EmptyState>
  );
}
