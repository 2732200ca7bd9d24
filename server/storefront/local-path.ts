/** A place within the shop, without the language; anything else is its front page, the empty string. */
export function localPath(given: string | null | undefined): string {
  if (given === null || given === undefined || given.length > 2000) return '';
  return /^\/[\w%./?=&:+-]*$/.test(given) && !given.startsWith('//') ? given : '';
}
