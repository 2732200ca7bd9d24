import { textHook } from '../../shared/i18n/locale.tsx';
import { appTexts } from './app-texts.ts';
import { taskTexts } from './task-texts.ts';

/** Texts of the driver app. Short: they are read at arm's length, in the sun, between two streets. */
export const driverTexts = { ...appTexts, ...taskTexts };

export const useText = textHook(driverTexts);
