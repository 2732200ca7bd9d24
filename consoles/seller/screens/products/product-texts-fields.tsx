import { Card } from '../../../shared/account/card.tsx';
import { useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { CheckBox } from '../../../shared/ui/check-box.tsx';
import { ComboField } from '../../../shared/ui/combo-field.tsx';
import { TextArea } from '../../../shared/ui/text-area.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { useCategories } from '../../data/shelf.ts';
import type { SheetDraft } from '../../products/sheet-model.ts';
import { useEditorText } from '../../texts/editor-texts.ts';
import styles from './product-editor.module.css';

export interface DraftProps {
  draft: SheetDraft;
  onChange(draft: SheetDraft): void;
}

export interface FaultProps {
  faults: Partial<Record<string, string>>;
  forget(field: string): void;
}

const LANGUAGES = ['en', 'ar'] as const;

/** Both languages side by side, and where the product stands. */
export function ProductTexts({ draft, onChange, faults, forget }: DraftProps & FaultProps) {
  const t = useEditorText();
  const { locale } = useLocaleChoice();
  const categories = useCategories();
  const set = (field: 'title' | 'description', language: 'en' | 'ar', text: string) => {
    onChange({ ...draft, [field]: { ...draft[field], [language]: text } });
    forget(`${field}-${language}`);
  };
  return (
    <Card title={t('texts.title')}>
      <div className={styles.pair}>
        {LANGUAGES.map((language) => (
          <TextField
            key={language}
            label={t(`texts.title.${language}`)}
            name={`title-${language}`}
            writtenIn={language}
            maxLength={120}
            value={draft.title[language]}
            onChange={(text) => set('title', language, text)}
            error={faults[`title-${language}`]}
          />
        ))}
        {LANGUAGES.map((language) => (
          <TextArea
            key={language}
            label={t(`texts.description.${language}`)}
            rows={5}
            writtenIn={language}
            value={draft.description[language]}
            onChange={(text) => set('description', language, text)}
            error={faults[`description-${language}`] ?? null}
          />
        ))}
      </div>
      {categories.data === undefined ? null : (
        <ComboField
          label={t('texts.category')}
          nothing={t('texts.noCategory')}
          options={categories.data.map(({ id, name }) => ({ id, text: nameIn(name, locale) }))}
          value={draft.categoryId}
          onChange={(categoryId) => {
            onChange({ ...draft, categoryId });
            forget('category');
          }}
          error={faults.category}
        />
      )}
      <CheckBox checked={draft.active} onChange={(active) => onChange({ ...draft, active })}>
        {t('texts.active')}
      </CheckBox>
    </Card>
  );
}

function nameIn(name: string | { en: string; ar: string }, locale: 'en' | 'ar'): string {
  return typeof name === 'string' ? name : name[locale];
}
