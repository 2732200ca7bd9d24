/** A counted Arabic noun: 2 and 3 to 10 have forms of their own, from 11 the singular in the accusative follows. */
export function countedAr(count: number, forms: { two: string; few: string; many: string }): string {
  if (count === 2) return forms.two;
  const rest = count % 100;
  return `${count} ${rest >= 3 && rest <= 10 ? forms.few : forms.many}`;
}
