import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme } from '../theme/theme.tsx';
import '../theme/base.css';
import '../theme/fonts.css';

/** Renders a console into its page. `touch`: larger controls, for gloves and sunlight. */
export function mount(app: ReactNode, { density = 'dense' }: { density?: 'dense' | 'touch' } = {}): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no #root');
  document.documentElement.dataset.density = density;
  applyTheme();
  createRoot(root).render(<StrictMode>{app}</StrictMode>);
}
