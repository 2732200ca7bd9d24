import { textHook } from '../i18n/locale.tsx';
import { accountTexts } from './account-texts.ts';

export const useAccountText = textHook(accountTexts);
