import type { ScreenList } from './screen.ts';
import { SIGN_IN_SCREENS } from './sign-in-screens.ts';

export const DRIVER_SCREENS: ScreenList = {
  surface: 'driver',
  account: 'driver',
  widths: [360],
  height: 780,
  screens: [...SIGN_IN_SCREENS, { name: 'work', path: '', signedIn: true, ready: 'main' }],
};
