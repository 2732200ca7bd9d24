import type { components } from '../../../../server/kernel/http/api-types.ts';

type Variant = components['schemas']['Variant'];

export interface Choice {
  label: string;
  /** The variant that this choice leads to. */
  variant: Variant;
  isChosen: boolean;
  /** A variant with this value and all other present choices exists and can be bought. */
  isAvailable: boolean;
}

export interface Dimension {
  /** Key of the option. */
  name: string;
  label: string;
  choices: Choice[];
}

/**
 * A product's options, one after the other: size, colour … Null if its variants do not all have the same options, so
 * that only the variants themselves can be chosen.
 */
export function dimensionsOf(variants: readonly Variant[], chosen: Variant): Dimension[] | null {
  const names = Object.keys(chosen.options);
  const isAlike = ({ options }: Variant) =>
    Object.keys(options).length === names.length && names.every((name) => name in options);
  if (names.length === 0 || !variants.every(isAlike)) return null;
  return names.flatMap((name) => {
    const values = [...new Set(variants.map(({ options }) => options[name]))];
    if (values.length < 2) return [];
    const label = chosen.optionTexts[name]?.name ?? name;
    return [
      { name, label, choices: values.flatMap((value) => choiceOf(variants, chosen, name, value) ?? []) },
    ];
  });
}

/** Finds the variant that has this value and otherwise matches as many of the present choices as possible. */
function choiceOf(
  variants: readonly Variant[],
  chosen: Variant,
  name: string,
  value: string | undefined,
): Choice | null {
  const others = Object.keys(chosen.options).filter((other) => other !== name);
  const kept = ({ options }: Variant) =>
    others.filter((other) => options[other] === chosen.options[other]).length;
  const fitting = variants.filter(({ options }) => options[name] === value);
  const [best] = fitting.toSorted(
    (a, b) => kept(b) - kept(a) || Number(b.available > 0) - Number(a.available > 0),
  );
  if (best === undefined) return null;
  return {
    label: best.optionTexts[name]?.value ?? best.options[name] ?? '',
    variant: best,
    isChosen: chosen.options[name] === value,
    isAvailable: kept(best) === others.length && best.available > 0,
  };
}
