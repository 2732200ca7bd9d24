import type { ScreenList } from './screen.ts';
import { SIGN_IN_SCREENS } from './sign-in-screens.ts';

export const DISPATCH_SCREENS: ScreenList = {
  surface: 'dispatch',
  account: 'dispatcher',
  widths: [360, 1440],
  height: 900,
  screens: [
    ...SIGN_IN_SCREENS,
    { name: 'board', path: '', signedIn: true, ready: '#content', widths: [360, 1440, 2560] },
  ],
};
