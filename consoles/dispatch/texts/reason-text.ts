import { useWords, words } from './words.ts';

type ReasonKey = Extract<keyof typeof words, `reason.${string}`>;

/** A failure's code, alone or before what was noted with it: `OTHER: The road is closed`. */
const CODED = /^([A-Z_]+)(?:: (.+))?$/s;

function isReasonKey(key: string): key is ReasonKey {
  return Object.hasOwn(words, key);
}

/** Why something happened to a task, in the reader's words; what a person wrote stays as it is. */
export function useReasonText(): (reason: string) => string {
  const t = useWords();
  return (reason) => {
    const [, code = '', note] = CODED.exec(reason) ?? [];
    const key = `reason.${code}`;
    if (!isReasonKey(key)) return reason;
    return note === undefined ? t(key) : `${t(key)}: ${note}`;
  };
}
