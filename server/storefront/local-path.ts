/** A path within the shop, without the language; empty (the front page) for anything else. */
export function localPath(given: string | null | undefined): string {
  if (given === null || given === undefined || given.length > 2000) return '';
  return /^\/[\w%./?=&:+-]*$/.test(given) && !given.startsWith('//') ? given : '';
}
