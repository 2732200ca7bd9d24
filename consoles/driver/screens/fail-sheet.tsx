import { Camera, X } from 'lucide-react';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { FAILURE_REASONS, FAILURES, type FailureReason } from '../../shared/domain/failure-reasons.ts';
import { orderName } from '../../shared/domain/order-name.ts';
import { useFailureStatement } from '../../shared/domain/use-failure-text.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { PlainButton } from '../../shared/ui/plain-button.tsx';
import { useAct } from '../data/driver-context.tsx';
import { DispatcherLinks } from '../parts/dispatcher-links.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { shrinkPhoto } from '../parts/shrink-photo.ts';
import stepStyles from '../parts/step.module.css';
import toolsStyles from '../parts/tools.module.css';
import type { PhotoBody } from '../queue/action.ts';
import type { LocalTask } from '../tasks/local-task.ts';
import { useFailureText } from '../texts/failure-texts.ts';
import styles from './fail-sheet.module.css';

const MAX_PHOTOS = 3;
const MAX_NOTE_LENGTH = 480;

interface Taken {
  photo: PhotoBody;
  /** Object URL for the preview. */
  url: string;
}

export function FailSheet({ local, onClose }: { local: LocalTask; onClose(): void }) {
  const t = useFailureText();
  const act = useAct();
  const [reason, setReason] = useState<FailureReason | null>(null);
  const [note, setNote] = useState('');
  const [missing, setMissing] = useState<string | null>(null);
  const photos = usePhotos();
  const { id: taskId } = local.task;
  const orderNumber = orderName(local.task);
  const needsNote = reason !== null && FAILURES[reason].needsNote === true;
  const submit = async () => {
    const words = note.trim();
    if (reason === null) return setMissing(t('fail.choose'));
    if (needsNote && words === '') return setMissing(t('fail.note.needed'));
    const body = words === '' ? { reason } : { reason, note: words };
    if (!(await act({ kind: 'fail', taskId, orderNumber, body }))) return;
    for (const { photo } of photos.taken) await act({ kind: 'photo', taskId, orderNumber, photo });
    onClose();
  };
  return (
    <Sheet
      title={t('fail.title')}
      onClose={onClose}
      actions={
        <>
          {missing === null ? null : (
            <p className={stepStyles.wrong} role="alert">
              {missing}
            </p>
          )}
          <PlainButton wide kind="danger" className={stepStyles.big} onPress={() => void submit()}>
            {t('fail.submit')}
          </PlainButton>
        </>
      }
    >
      <Reasons reason={reason} onChoose={setReason} />
      <Note value={note} onChange={setNote} needed={needsNote} />
      <Photos photos={photos} />
      <DispatcherLinks orderNumber={orderNumber} />
    </Sheet>
  );
}

interface ReasonsProps {
  reason: FailureReason | null;
  onChoose(reason: FailureReason): void;
}

function Reasons({ reason, onChoose }: ReasonsProps) {
  const t = useFailureText();
  const statement = useFailureStatement();
  const name = useId();
  return (
    <fieldset className={stepStyles.group}>
      <legend className="visually-hidden">{t('fail.title')}</legend>
      {FAILURE_REASONS.map((each) => (
        <label key={each} className={stepStyles.choice}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={reason === each}
            onChange={() => onChoose(each)}
          />
          <span>
            {statement(each)}
            {reason === each ? (
              <span className={stepStyles.hint}> {t(`fail.then.${FAILURES[each].next}`)}</span>
            ) : null}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Note(props: { value: string; needed: boolean; onChange(value: string): void }) {
  const t = useFailureText();
  const id = useId();
  return (
    <div className={stepStyles.field}>
      <label htmlFor={id}>{t('fail.note')}</label>
      <textarea
        id={id}
        className={stepStyles.area}
        maxLength={MAX_NOTE_LENGTH}
        required={props.needed}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </div>
  );
}

type PhotosState = ReturnType<typeof usePhotos>;

function Photos({ photos }: { photos: PhotosState }) {
  const t = useFailureText();
  const { taken, fault, add, remove } = photos;
  return (
    <div className={stepStyles.group}>
      {taken.length === 0 ? null : (
        <ul className={styles.photos}>
          {taken.map(({ url }, index) => (
            <li key={url} className={styles.photo}>
              <img src={url} alt="" />
              <button
                type="button"
                aria-label={t('fail.photo.remove', { count: index + 1 })}
                onClick={() => remove(url)}
              >
                <span>
                  <X aria-hidden size={16} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {fault ? (
        <p className={stepStyles.wrong} role="alert">
          {t('fail.photo.broken')}
        </p>
      ) : null}
      {taken.length >= MAX_PHOTOS ? null : (
        <label className={classNames(toolsStyles.tool, styles.camera)}>
          <Camera aria-hidden size={22} />
          {t('fail.photo')}
          <input type="file" accept="image/*" capture="environment" onChange={add} />
        </label>
      )}
    </div>
  );
}

/** Photos taken for this failure; their object URLs are released when the sheet closes. */
function usePhotos() {
  const [taken, setTaken] = useState<readonly Taken[]>([]);
  const [fault, setFault] = useState(false);
  const urls = useRef<string[]>([]);
  useEffect(
    () => () => {
      for (const url of urls.current) URL.revokeObjectURL(url);
    },
    [],
  );
  const add = async (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    const [file] = target.files ?? [];
    if (file === undefined) return;
    try {
      const photo = await shrinkPhoto(file);
      const url = URL.createObjectURL(new Blob([photo.bytes], { type: photo.type }));
      urls.current.push(url);
      setTaken((all) => [...all, { photo, url }]);
      setFault(false);
    } catch {
      setFault(true);
    }
    target.value = '';
  };
  const remove = (url: string) => setTaken((all) => all.filter((each) => each.url !== url));
  return { taken, fault, add: (event: ChangeEvent<HTMLInputElement>) => void add(event), remove };
}
