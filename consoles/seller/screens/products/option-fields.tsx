import { Plus, X } from 'lucide-react';
import { Card } from '../../../shared/account/card.tsx';
import { useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { Button, IconButton } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import {
  isBound,
  mayAddOption,
  newOption,
  newValue,
  type Option,
  type OptionValue,
} from '../../products/sheet-model.ts';
import { useEditorText } from '../../texts/editor-texts.ts';
import styles from './product-editor.module.css';
import type { DraftProps } from './product-texts-fields.tsx';

const LANGUAGES = ['en', 'ar'] as const;

/** What variants differ in. A value that goes takes its variants along; what was said of the others stays. */
export function OptionFields({ draft, onChange, fault }: DraftProps & { fault: string | undefined }) {
  const t = useEditorText();
  const { locale } = useLocaleChoice();
  const put = (option: Option) =>
    onChange({
      ...draft,
      options: draft.options.map((each) => (each.mark === option.mark ? option : each)),
    });
  const more = mayAddOption(draft);
  return (
    <Card title={t('options.title')} hint={t(more ? 'options.hint' : 'options.bound')}>
      {draft.options.map((option, at) => (
        <fieldset key={option.mark} className={styles.option} data-option={at}>
          <legend className="visually-hidden">{option.name[locale] || t('options.title')}</legend>
          <div className={styles.line}>
            {LANGUAGES.map((language) => (
              <TextField
                key={language}
                label={t(`options.name.${language}`)}
                writtenIn={language}
                maxLength={60}
                value={option.name[language]}
                onChange={(text) => put({ ...option, name: { ...option.name, [language]: text } })}
              />
            ))}
            {isBound(draft, option.mark) ? null : (
              <IconButton
                kind="quiet"
                label={t('options.remove')}
                icon={<X aria-hidden size={16} />}
                onPress={() =>
                  onChange({
                    ...draft,
                    options: draft.options.filter((each) => each.mark !== option.mark),
                  })
                }
              />
            )}
          </div>
          {option.values.map((value) => (
            <ValueLine
              key={value.mark}
              value={value}
              onChange={(next) =>
                put({
                  ...option,
                  values: option.values.map((each) => (each.mark === value.mark ? next : each)),
                })
              }
              {...(option.values.length === 1 || isBound(draft, value.mark)
                ? {}
                : {
                    onRemove: () =>
                      put({
                        ...option,
                        values: option.values.filter((each) => each.mark !== value.mark),
                      }),
                  })}
            />
          ))}
          <div>
            <Button
              size="small"
              kind="quiet"
              onPress={() => put({ ...option, values: [...option.values, newValue()] })}
            >
              <Plus aria-hidden size={16} /> {t('options.addValue')}
            </Button>
          </div>
        </fieldset>
      ))}
      {fault === undefined ? null : (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      {more ? (
        <div>
          <Button
            size="small"
            onPress={() => onChange({ ...draft, options: [...draft.options, newOption()] })}
          >
            <Plus aria-hidden size={16} /> {t('options.add')}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

interface ValueLineProps {
  value: OptionValue;
  onChange(value: OptionValue): void;
  onRemove?: () => void;
}

function ValueLine({ value, onChange, onRemove }: ValueLineProps) {
  const t = useEditorText();
  return (
    <div className={styles.line} data-value={value.words.en}>
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          label={t(`options.value.${language}`)}
          labelHidden
          placeholder={t(`options.value.${language}`)}
          writtenIn={language}
          maxLength={60}
          value={value.words[language]}
          onChange={(text) => onChange({ ...value, words: { ...value.words, [language]: text } })}
        />
      ))}
      {onRemove === undefined ? null : (
        <IconButton
          kind="quiet"
          label={t('options.removeValue')}
          icon={<X aria-hidden size={16} />}
          onPress={onRemove}
        />
      )}
    </div>
  );
}
