/** A counted Arabic noun: two and 3 to 10 have their own forms; from 11 on the singular accusative follows. */
export function countedAr(count: number, forms: { two: string; few: string; many: string }): string {
  if (count === 2) return forms.two;
  const rest = count % 100;
  return `${count} ${rest >= 3 && rest <= 10 ? forms.few : forms.many}`;
}
