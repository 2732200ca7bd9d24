import { textHook } from '../i18n/locale.tsx';
import { deviceTexts } from './device-texts.ts';

export const useDeviceText = textHook(deviceTexts);
