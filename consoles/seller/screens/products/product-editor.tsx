import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, PackageX } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate, useParams } from 'react-router';
import { dataOf } from '../../../shared/api/client.ts';
import { isProblemCode } from '../../../shared/api/problem.ts';
import { useFormText } from '../../../shared/forms/use-form-text.ts';
import { useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../../shared/ui/error-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { keys } from '../../data/keys.ts';
import { useSheet } from '../../data/shelf.ts';
import { EditForm } from '../../parts/edit-form.tsx';
import { LeaveGuard } from '../../parts/leave-guard.tsx';
import {
  draftOf,
  emptyDraft,
  MAX_VARIANTS,
  optionsAreSound,
  type ProductSheet,
  rowsOf,
  type SheetDraft,
  trimmed,
  variantsOf,
  withVersions,
} from '../../products/sheet-model.ts';
import { useEditorText } from '../../texts/editor-texts.ts';
import { OptionFields } from './option-fields.tsx';
import { type Picture, Pictures } from './pictures.tsx';
import { PreviewButton } from './preview-button.tsx';
import styles from './product-editor.module.css';
import { ProductTexts } from './product-texts-fields.tsx';
import { VariantTable } from './variant-table.tsx';

const SKU = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const PRICE = /^\d{1,6}([.,]\d{1,2})?$/;

/** A new product, or one that is there. */
export function ProductEditor() {
  const t = useEditorText();
  const { id = null } = useParams();
  const { data, error, refetch } = useSheet(id);
  return (
    <div className={styles.editor} data-testid="product-editor">
      <Link to="/products" className={styles.back ?? ''}>
        <ArrowLeft aria-hidden size={16} className={styles.arrow} /> {t('editor.back')}
      </Link>
      {id === null ? (
        <Editor sheet={null} again={refetch} />
      ) : data !== undefined ? (
        data.product.own ? (
          <Editor key={id} sheet={data} again={refetch} />
        ) : (
          <Banner tone="info" title={data.product.title.en}>
            {t('editor.notOwn')} <Link to="/products/grid">{t('editor.back')}</Link>
          </Banner>
        )
      ) : error === null ? (
        <Skeleton lines={12} />
      ) : isProblemCode(error, 'common.NOT_FOUND') || isProblemCode(error, 'common.VALIDATION_FAILED') ? (
        <EmptyState icon={PackageX} title={t('editor.gone')}>
          {t('editor.goneDetail')}
        </EmptyState>
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </div>
  );
}

interface EditorProps {
  /** Null: a new one. */
  sheet: ProductSheet | null;
  again(): Promise<{ data?: ProductSheet | undefined }>;
}

function Editor({ sheet, again }: EditorProps) {
  const t = useEditorText();
  const form = useFormText();
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { locale } = useLocaleChoice();
  const [draft, setDraft] = useState<SheetDraft>(() => (sheet === null ? emptyDraft() : draftOf(sheet)));
  const [pictures, setPictures] = useState<readonly Picture[]>(sheet?.product.images ?? []);
  const [version, setVersion] = useState(sheet?.product.version ?? 0);
  const [edited, setEdited] = useState(false);
  const edit = (next: SheetDraft) => {
    setEdited(true);
    setDraft(next);
  };
  const rows = rowsOf(draft);
  const wanted = rows.filter((row) => row.wanted);

  const check = () => {
    const faults: Record<string, string> = {};
    for (const language of ['en', 'ar'] as const) {
      if (draft.title[language].trim() === '') faults[`title-${language}`] = form('fault.needed');
      if (draft.description[language].trim() === '') faults[`description-${language}`] = form('fault.needed');
    }
    if (draft.categoryId === null) faults.category = form('fault.needed');
    if (!optionsAreSound(draft)) faults.options = t('fault.options');
    if (wanted.length > MAX_VARIANTS) faults.variants = t('variants.many');
    if (wanted.length === 0) faults.variants = t('variants.none');
    const skus = new Set<string>();
    for (const { key, sku, price } of wanted) {
      const name = sku.trim().toUpperCase();
      if (!SKU.test(sku.trim()) || skus.has(name)) faults[`sku-${key}`] = t('fault.sku');
      skus.add(name);
      if (price.trim() !== '' && (!PRICE.test(price.trim()) || Number(price.replace(',', '.')) === 0))
        faults[`price-${key}`] = t('fault.price');
    }
    return faults;
  };

  /** What was saved is what is edited from now on. */
  const take = (saved: ProductSheet) => {
    client.setQueryData(keys.sheet(saved.product.id), saved);
    void client.invalidateQueries({ queryKey: keys.shelves });
    setDraft(draftOf(saved));
    setPictures(saved.product.images);
    setVersion(saved.product.version);
    setEdited(false);
    notify({ tone: 'success', title: t('editor.saved') });
  };
  const send = async () => {
    const fields = {
      ...{ title: trimmed(draft.title), description: trimmed(draft.description), active: draft.active },
      categoryId: draft.categoryId ?? '',
    };
    const variants = variantsOf(draft);
    if (sheet === null) {
      const body = { ...fields, variants: variants.map(({ id: _, ...variant }) => variant) };
      const made = await dataOf(api.POST('/seller/product-sheets', { body }));
      // flushSync: the unsaved-changes guard must see the saved state before the navigation starts.
      flushSync(() => take(made));
      await navigate(`/products/${made.product.id}`, { replace: true });
      return;
    }
    const params = { path: { id: sheet.product.id }, header: { 'If-Match': `"${version}"` } };
    const images = pictures.map(({ id, alt }) => ({ id, alt }));
    take(
      await dataOf(api.PUT('/seller/product-sheets/{id}', { params, body: { ...fields, variants, images } })),
    );
  };
  /** Versions and pictures are those of now; what was typed stays. */
  const meet = async () => {
    const { data } = await again();
    if (data === undefined) return;
    setVersion(data.product.version);
    setDraft((former) => withVersions(former, data));
    setPictures((former) => merged(former, data.product.images));
  };

  return (
    <>
      <h2 className={styles.title}>
        {sheet === null ? (
          t('editor.new')
        ) : (
          <bdi>{sheet.product.title[locale] || sheet.product.title.en}</bdi>
        )}
      </h2>
      {sheet?.product.active === true ? (
        <a href={`/${locale}/p/${sheet.product.id}`} target="_blank" rel="noreferrer">
          {t('editor.see')}
        </a>
      ) : sheet === null ? null : (
        <PreviewButton productId={sheet.product.id} unsaved={edited} />
      )}
      <EditForm<string>
        inPage
        submit={t('editor.save')}
        fields={fieldsOf(wanted.map(({ key }) => key))}
        say={(_, field) =>
          field.startsWith('sku-') ? t('fault.sku') : field.startsWith('price-') ? t('fault.price') : null
        }
        check={check}
        send={send}
        onConflict={meet}
      >
        {(faults, forget) => (
          <>
            <ProductTexts draft={draft} onChange={edit} faults={faults} forget={forget} />
            <OptionFields draft={draft} onChange={edit} fault={faults.options} />
            <VariantTable
              draft={draft}
              rows={rows}
              onChange={edit}
              faults={faults}
              forget={forget}
              fault={faults.variants}
            />
            <Pictures
              productId={sheet?.product.id ?? null}
              pictures={pictures}
              onChange={(next) => {
                setEdited(true);
                setPictures(next);
              }}
              onAdded={meet}
            />
          </>
        )}
      </EditForm>
      <LeaveGuard unsaved={edited} />
    </>
  );
}

/** The pictures in the user's order, without removed ones; new ones come last. */
function merged(own: readonly Picture[], now: readonly Picture[]): Picture[] {
  const left = own.filter(({ id }) => now.some((picture) => picture.id === id));
  return [...left, ...now.filter(({ id }) => !own.some((picture) => picture.id === id))];
}

/** Which field each place of the request is; variants are named by the marks of their values. */
function fieldsOf(keysOfVariants: readonly string[]): Record<string, string> {
  return {
    ...{ '/title/en': 'title-en', '/title/ar': 'title-ar', '/categoryId': 'category' },
    ...{ '/description/en': 'description-en', '/description/ar': 'description-ar', '/variants': 'variants' },
    ...Object.fromEntries(
      keysOfVariants.flatMap((key, at) => [
        [`/variants/${at}/sku`, `sku-${key}`],
        [`/variants/${at}/offer`, `price-${key}`],
        [`/variants/${at}/options`, 'options'],
        [`/variants/${at}/optionTexts`, 'options'],
      ]),
    ),
  };
}
