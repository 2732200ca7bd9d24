import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useFormats } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { keys } from '../../data/fresh-queries.ts';
import { Unread } from '../../parts/unread.tsx';
import { usePanelText } from '../../texts/panel-texts.ts';

export interface DamagedLine {
  lineId: string;
  count: number;
  /** The typed text is not a whole number up to the quantity. */
  fault: boolean;
}

interface DamagedFieldsProps {
  taskId: string;
  onChange(lines: DamagedLine[]): void;
}

/** For each returned line, how many units cannot be sold again. */
export function DamagedFields({ taskId, onChange }: DamagedFieldsProps) {
  const t = usePanelText();
  const { number } = useFormats();
  const api = useApi();
  const query = useQuery({
    queryKey: keys.task(taskId),
    queryFn: () => dataOf(api.GET('/dispatch/tasks/{id}', { params: { path: { id: taskId } } })),
  });
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const goods = query.data?.goods ?? [];
  const faultOf = (text: string, most: number) => !/^\d*$/.test(text) || Number(text) > most;
  const type = (id: string, text: string) => {
    const all = { ...typed, [id]: text };
    setTyped(all);
    onChange(
      goods.map(({ lineId, quantity }) => {
        const said = (all[lineId] ?? '').trim();
        const fault = faultOf(said, quantity);
        return { lineId, count: fault ? 0 : Number(said), fault };
      }),
    );
  };
  return (
    <>
      <Unread query={query} lines={2} />
      {goods.map(({ lineId, name, quantity }) => {
        const text = typed[lineId] ?? '';
        return (
          <TextField
            key={lineId}
            inputMode="numeric"
            label={t('return.damaged', { count: number(quantity), name })}
            value={text}
            onChange={(said) => type(lineId, said)}
            placeholder="0"
            error={faultOf(text.trim(), quantity) ? t('return.tooMany', { count: number(quantity) }) : null}
          />
        );
      })}
    </>
  );
}
