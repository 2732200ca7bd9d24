import type { OrdersPage as OrdersModel } from '../../../../server/storefront/orders-page-models.ts';
import type { PageViews } from '../../parts/page-view.ts';
import { CancelOrderPage } from './cancel-order-page.tsx';
import { OrderPage } from './order-page.tsx';
import { OrdersPage } from './orders-page.tsx';
import { ReorderedPage } from './reordered-page.tsx';

export const ordersViews: PageViews<OrdersModel> = {
  orders: { Body: OrdersPage, title: (_, { t }) => t('yourOrders') },
  order: { Body: OrderPage, title: ({ order: { number } }, { t }) => t('orderNumber', { number }) },
  'cancel-order': {
    Body: CancelOrderPage,
    title: (_, { t }) => t('cancelTitle'),
  },
  reordered: {
    Body: ReorderedPage,
    title: ({ isNothingThere }, { t }) => t(isNothingThere ? 'reorderedNothing' : 'reorderedTitle'),
  },
};
