import type { EndedCheckoutPage } from '../../../../server/storefront/checkout-page-models.ts';
import { FormFields } from '../../parts/form-fields.tsx';
import { useShop } from '../../parts/shop-context.tsx';

/** The checkout has expired, or another one replaced it; one button continues. */
export function CheckoutEnded({ page: { why } }: { page: EndedCheckoutPage }) {
  const { t, to } = useShop();
  return (
    <div className="empty" data-fresh>
      <h1>{t(`checkout.ended.${why}`)}</h1>
      <p>{t(`checkout.endedWhy.${why}`)}</p>
      <form method="post" action={to('/checkout')}>
        <FormFields name="again" />
        <button type="submit" className="button primary">
          {t('checkout.again')}
        </button>
      </form>
      <a href={to('/cart')}>{t('checkout.backToCart')}</a>
    </div>
  );
}
