import { Eye } from 'lucide-react';
import { useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useFailureNotice } from '../../parts/use-failure-notice.ts';
import { useEditorText } from '../../texts/editor-texts.ts';
import styles from './product-editor.module.css';

export interface PreviewButtonProps {
  productId: string;
  /** Something was edited since it was saved. */
  unsaved: boolean;
}

/** Opens the storefront's page of a product that is not on sale. */
export function PreviewButton({ productId, unsaved }: PreviewButtonProps) {
  const t = useEditorText();
  const api = useApi();
  const { locale } = useLocaleChoice();
  const tell = useFailureNotice(t('editor.previewFailed'));
  const [pending, setPending] = useState(false);
  const open = async () => {
    // At once, since a window that opens after an answer is taken for an advertisement.
    const tab = window.open('about:blank', '_blank');
    setPending(true);
    try {
      const params = { path: { id: productId } };
      const { path } = await dataOf(api.POST('/seller/product-sheets/{id}/previews', { params }));
      if (tab !== null) {
        tab.opener = null;
        tab.location.replace(`/${locale}${path}`);
      }
    } catch (error) {
      tab?.close();
      tell(error);
    }
    setPending(false);
  };
  return (
    <div className={styles.line}>
      <Button isPending={pending} onPress={() => void open()}>
        <Eye aria-hidden size={16} /> {t('editor.preview')}
      </Button>
      {unsaved ? <span className={styles.note}>{t('editor.previewSaved')}</span> : null}
    </div>
  );
}
