/** What the child `growth-load.ts` sends. */
export interface GrowthRequest {
  /** `{blanks}` and `{marks}` become characters that never come again and that no search counts as a word. */
  path: string;
  token: string | null;
  /** What it writes; absent: it reads. */
  body?: 'position' | 'turn';
}

export interface GrowthLoad {
  url: string;
  connections: number;
  seconds: number;
  /** Each connection sends them in turn, beginning at a different one. */
  requests: readonly GrowthRequest[];
}

/** Answers are cached by the text as it was typed. */
export function varied(path: string, turn: number): string {
  const digits = [...turn.toString(2)];
  const blanks = digits.map((digit) => (digit === '0' ? '%20' : '%09')).join('');
  const marks = digits.map((digit) => (digit === '0' ? '.' : ',')).join('');
  return path.replace('{blanks}', blanks).replace('{marks}', marks);
}
