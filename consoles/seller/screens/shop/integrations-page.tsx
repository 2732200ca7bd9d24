import { Plug } from 'lucide-react';
import { Route, Routes } from 'react-router';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { useShop } from '../../data/shop-context.tsx';
import { useIntegrationText } from '../../texts/integration-texts.ts';
import { useShopText } from '../../texts/shop-texts.ts';
import { KeysCard } from './keys-card.tsx';
import { SentPage } from './sent-page.tsx';
import styles from './shop.module.css';
import { WebhooksSection } from './webhooks-section.tsx';

/** What connects other programs with the shop, in a section each: for the owner alone. */
export function IntegrationsPage() {
  const t = useIntegrationText();
  const shop = useShopText();
  const { rights } = useShop();
  if (!rights.owner)
    return (
      <EmptyState icon={Plug} title={t('integrations.owner')}>
        {rights.ownerName === null ? shop('owner.only') : shop('owner.onlyNamed', { name: rights.ownerName })}
      </EmptyState>
    );
  return (
    <Routes>
      <Route path="webhooks/:id" element={<SentPage />} />
      <Route
        path="*"
        element={
          <div className={styles.cards} data-testid="integrations">
            <WebhooksSection />
            <KeysCard />
          </div>
        }
      />
    </Routes>
  );
}
