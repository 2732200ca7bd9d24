import { Route, Routes } from 'react-router';
import { useMay, useShop } from '../../data/shop-context.tsx';
import { ForPermission } from '../../parts/for-permission.tsx';
import { ScreenPages } from '../../parts/screen-pages.tsx';
import { useShopText } from '../../texts/shop-texts.ts';
import { BankPage } from './bank-page.tsx';
import { HoursPage } from './hours-page.tsx';
import { IntegrationsPage } from './integrations-page.tsx';
import { ProfilePage } from './profile-page.tsx';
import { ShippingPage } from './shipping-page.tsx';
import { StaffPage } from './staff-page.tsx';
import { WarehousesPage } from './warehouses-page.tsx';

/** The pages below /shop; those the person may not use are listed with the reason. */
export function ShopRoutes() {
  const t = useShopText();
  const { owner } = useShop().rights;
  const pages = [
    { path: '/shop', text: t('page.profile'), shown: true },
    { path: '/shop/hours', text: t('page.hours'), shown: true },
    { path: '/shop/warehouses', text: t('page.warehouses'), shown: true },
    { path: '/shop/shipping', text: t('page.shipping'), shown: useMay('SHIPPING') },
    { path: '/shop/bank', text: t('page.bank'), shown: owner },
    { path: '/shop/staff', text: t('page.staff'), shown: useMay('STAFF') },
    { path: '/shop/integrations', text: t('page.integrations'), shown: owner },
  ];
  return (
    <ScreenPages
      title={t('shop.title')}
      label={t('shop.pages')}
      pages={pages.filter(({ shown }) => shown)}
      testId="screen-shop"
    >
      <Routes>
        <Route path="hours" element={<HoursPage />} />
        <Route path="warehouses" element={<WarehousesPage />} />
        <Route
          path="shipping"
          element={
            <ForPermission needs={['SHIPPING']}>
              <ShippingPage />
            </ForPermission>
          }
        />
        <Route path="bank" element={<BankPage />} />
        <Route path="integrations/*" element={<IntegrationsPage />} />
        <Route
          path="staff"
          element={
            <ForPermission needs={['STAFF']}>
              <StaffPage />
            </ForPermission>
          }
        />
        <Route path="*" element={<ProfilePage />} />
      </Routes>
    </ScreenPages>
  );
}
