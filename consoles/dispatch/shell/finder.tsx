import { Package, Search, UserRound } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useNavigate } from 'react-router';
import { orderName } from '../../shared/domain/order-name.ts';
import { foldText } from '../../shared/ui/fold-text.ts';
import { useBoard } from '../data/board-context.tsx';
import { useBoardText } from '../texts/board-texts.ts';
import { useWords } from '../texts/words.ts';
import styles from './finder.module.css';
import { pathOf, SCREENS } from './screens.ts';

interface Found {
  id: string;
  kind: 'task' | 'driver' | 'screen';
  text: string;
  hint: string;
  to: string;
}

const MOST = 12;

/** Anything by a few letters of it: tasks and orders, buyers, stores, drivers, screens. */
export function Finder({ onClose }: { onClose(): void }) {
  const t = useBoardText();
  const words = useWords();
  const navigate = useNavigate();
  const { state } = useBoard();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const everything = useMemo<(Found & { folded: string })[]>(() => {
    const screens = SCREENS.map((screen) => ({
      id: `screen-${screen}`,
      kind: 'screen' as const,
      text: words(`nav.${screen}`),
      hint: '',
      to: pathOf(screen),
    }));
    const drivers = [...state.drivers.values()].map(({ driverId, fullName, phone, vehicle }) => ({
      id: `driver-${driverId}`,
      kind: 'driver' as const,
      text: fullName,
      // Isolated, left to right: a number is not turned around in Arabic.
      hint: [phone === '' ? '' : `\u2066${phone}\u2069`, vehicle.plate].filter(Boolean).join(' · '),
      to: `/?tab=drivers&driver=${driverId}`,
    }));
    const tasks = [...state.tasks.values()].map(({ taskId, dropoff, pickup, status, ...task }) => ({
      id: `task-${taskId}`,
      kind: 'task' as const,
      text: orderName(task),
      hint: `${dropoff.contactName} · ${pickup.name} · ${words(`status.${status}`)}`,
      to: `/?task=${taskId}`,
    }));
    return [...screens, ...drivers, ...tasks].map((one) => ({
      ...one,
      folded: foldText(`${one.text} ${one.hint}`),
    }));
  }, [state.drivers, state.tasks, words]);
  const found = useMemo(() => {
    const wanted = foldText(text).split(' ').filter(Boolean);
    return everything.filter(({ folded }) => wanted.every((word) => folded.includes(word))).slice(0, MOST);
  }, [everything, text]);
  const go = (one: Found | undefined) => {
    if (one === undefined) return;
    onClose();
    void navigate(one.to);
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(found.length - 1, at + 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
    else if (event.key === 'Enter') go(found[at]);
    else return;
    event.preventDefault();
  };
  const current = found[at];
  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={styles.overlay ?? ''}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog aria-label={t('help.find')} className={styles.dialog ?? ''}>
          <div className={styles.field}>
            <Search aria-hidden size={18} />
            <input
              autoFocus
              role="combobox"
              aria-expanded
              aria-controls="found"
              aria-activedescendant={current === undefined ? undefined : `found-${current.id}`}
              aria-label={t('help.find')}
              placeholder={t('help.find')}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setAt(0);
              }}
              onKeyDown={keyDown}
            />
          </div>
          <div id="found" role="listbox" aria-label={t('help.find')} className={styles.found}>
            {found.map((one, index) => (
              // Chosen with the keys of the field above.
              // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
              <div
                key={one.id}
                id={`found-${one.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                className={styles.one}
                onClick={() => go(one)}
                onMouseMove={() => setAt(index)}
              >
                {one.kind === 'driver' ? (
                  <UserRound aria-hidden size={16} />
                ) : one.kind === 'task' ? (
                  <Package aria-hidden size={16} />
                ) : (
                  <Search aria-hidden size={16} />
                )}
                <bdi className={styles.text}>{one.text}</bdi>
                <span className={styles.hint}>{one.hint}</span>
              </div>
            ))}
          </div>
          {found.length === 0 ? <p className={styles.nothing}>{t('list.noMatch')}</p> : null}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
