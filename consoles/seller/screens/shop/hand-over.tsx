import { useState } from 'react';
import { dataOf } from '../../../shared/api/client.ts';
import { isProblemCode, ProblemError } from '../../../shared/api/problem.ts';
import { useLocaleChoice } from '../../../shared/i18n/locale.tsx';
import { notify } from '../../../shared/notices/notices.ts';
import { useApi } from '../../../shared/session/session-context.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { useShopText } from '../../texts/shop-texts.ts';

/** The link of an invitation, shown once, to be passed on by hand; where e-mail is sent, the e-mail has it. */
export function HandOver({ id, email, again }: { id: string; email: string; again(): void }) {
  const t = useShopText();
  const api = useApi();
  const { locale } = useLocaleChoice();
  const [pending, setPending] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  const fetchLink = async () => {
    setPending(true);
    try {
      const { link, token } = await dataOf(
        api.POST('/seller/staff-invitations/{id}/hand-over', { params: { path: { id } } }),
      );
      // The pages of the shop have a language in their address.
      setShown(link ?? `${location.origin}/${locale}/invitation?token=${encodeURIComponent(token)}`);
    } catch (error) {
      const mailed = isProblemCode(error, 'common.CONFLICT');
      const detail = error instanceof ProblemError ? error.message : undefined;
      notify({ tone: 'warning', title: t(mailed ? 'handOver.mailed' : 'handOver.failed'), detail });
    } finally {
      setPending(false);
    }
  };
  const close = () => {
    setShown(null);
    again();
  };
  return (
    <>
      <Button
        size="small"
        isPending={pending}
        aria-label={t('handOver.named', { email })}
        onPress={() => void fetchLink()}
      >
        {t('handOver.button')}
      </Button>
      {shown === null ? null : (
        <Dialog title={t('handOver.title')} hint={t('handOver.hint', { email })} onClose={close}>
          <ShownOnce text={shown} testId="invitation-link" />
        </Dialog>
      )}
    </>
  );
}
