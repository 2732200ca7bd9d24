import { AccountPages } from '../../shared/account/account-pages.tsx';
import type { AccountSection } from '../../shared/account/account-sections.ts';
import { useSharedText } from '../../shared/i18n/shared-texts.ts';
import { PlaceLink } from '../parts/place-link.tsx';
import { ScreenTitle } from '../parts/screen-title.tsx';

export function AccountScreen({ section }: { section: AccountSection }) {
  const t = useSharedText();
  return (
    <>
      <ScreenTitle back={{ screen: 'more' }}>{t('account.open')}</ScreenTitle>
      <AccountPages
        section={section}
        link={(to, name, current) => (
          <PlaceLink to={{ screen: 'account', section: to }} current={current}>
            {name}
          </PlaceLink>
        )}
      />
    </>
  );
}
