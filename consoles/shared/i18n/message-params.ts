/** The parameters of a message in ICU's syntax, as `['name', type]`, derived from its text by the compiler. */
type Found = readonly [name: string, value: unknown];

/** `text`: braces open an argument. `argument`: they open a branch of a plural or select. */
type Within = 'text' | 'argument';

type Trim<S extends string> = S extends ` ${infer R}` ? Trim<R> : S extends `${infer R} ` ? Trim<R> : S;

/** Scans brace by brace. The text before the next closing brace shows whether another one opens first. */
type Scan<
  S extends string,
  Stack extends readonly Within[],
  P extends Found,
> = S extends `${infer A}}${infer R}`
  ? A extends `${string}{${string}`
    ? S extends `${string}{${infer Opened}`
      ? Stack extends readonly ['argument', ...Within[]]
        ? Scan<Opened, ['text', ...Stack], P>
        : Argument<Opened, Stack, P>
      : P
    : Stack extends readonly [Within, ...infer Below extends Within[]]
      ? Scan<R, Below, P>
      : P
  : P;

type Argument<
  S extends string,
  Stack extends readonly Within[],
  P extends Found,
> = S extends `${infer Head}}${infer Rest}`
  ? Head extends `${infer Name},${infer Kind}`
    ? Kind extends `${' ' | ''}plural,${string}` | `${' ' | ''}selectordinal,${string}`
      ? Branches<S, Stack, P | [Trim<Name>, number]>
      : Kind extends `${' ' | ''}select,${string}`
        ? Branches<S, Stack, P | [Trim<Name>, string]>
        : Scan<Rest, Stack, P | [Trim<Name>, number]>
    : Scan<Rest, Stack, P | [Trim<Head>, string | number]>
  : P;

type Branches<
  S extends string,
  Stack extends readonly Within[],
  P extends Found,
> = S extends `${string},${string},${infer Rest}` ? Scan<Rest, ['argument', ...Stack], P> : P;

/** `{ name: string | number; count: number }` for `'{name} has {count, plural, one {# task} other {# tasks}}'`. */
export type MessageParams<S extends string> = { [F in Scan<S, [], never> as F[0]]: F[1] };
