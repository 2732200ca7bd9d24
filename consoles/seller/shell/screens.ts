import {
  Boxes,
  ChartColumn,
  FileSpreadsheet,
  type LucideIcon,
  Package,
  Store,
  Tags,
  Wallet,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Permission } from '../data/shop-context.tsx';

export type ScreenName = 'orders' | 'products' | 'stock' | 'files' | 'money' | 'figures' | 'shop';

export interface Screen {
  name: ScreenName;
  /** Where it is; what comes behind it in an address is the screen's own. */
  path: string;
  icon: LucideIcon;
  /** Any of these opens it; none: all people of the shop. */
  needs: readonly Permission[];
  /** Loads the screen when it is opened; left out for the orders, which are in the first bundle. */
  load?: () => Promise<ComponentType>;
}

/** The screens in the sequence of the bar, whose places are their keys: 1, 2, 3 … */
export const SCREENS: readonly Screen[] = [
  { name: 'orders', path: '/', icon: Package, needs: ['ORDERS'] },
  {
    name: 'products',
    path: '/products',
    icon: Tags,
    needs: ['CATALOGUE'],
    load: async () => (await import('../screens/products/products-routes.tsx')).ProductsRoutes,
  },
  {
    name: 'stock',
    path: '/stock',
    icon: Boxes,
    needs: ['STOCK'],
    load: async () => (await import('../screens/stock/stock-routes.tsx')).StockRoutes,
  },
  {
    name: 'files',
    path: '/files',
    icon: FileSpreadsheet,
    needs: ['CATALOGUE', 'STOCK'],
    load: async () => (await import('../screens/files/files-routes.tsx')).FilesRoutes,
  },
  {
    name: 'money',
    path: '/money',
    icon: Wallet,
    needs: ['FINANCE'],
    load: async () => (await import('../screens/money/money-routes.tsx')).MoneyRoutes,
  },
  {
    name: 'figures',
    path: '/figures',
    icon: ChartColumn,
    needs: [],
    load: async () => (await import('../screens/figures/figures-screen.tsx')).FiguresScreen,
  },
  {
    name: 'shop',
    path: '/shop',
    icon: Store,
    needs: [],
    load: async () => (await import('../screens/shop/shop-routes.tsx')).ShopRoutes,
  },
];
