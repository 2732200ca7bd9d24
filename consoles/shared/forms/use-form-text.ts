import { textHook } from '../i18n/locale.tsx';
import { formTexts } from './form-texts.ts';

export const useFormText = textHook(formTexts);
