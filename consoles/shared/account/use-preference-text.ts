import { textHook } from '../i18n/locale.tsx';
import { preferenceTexts } from './preference-texts.ts';

export const usePreferenceText = textHook(preferenceTexts);
