/** "+97455123456" from "5512 3456", with Arabic digits too; null if it is not a number in Qatar. */
export function qatariNumber(typed: string): string | null {
  const digits = typed
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[^\d]/g, '')
    .replace(/^(00)?974(?=\d{8}$)/, '');
  return /^[3-7]\d{7}$/.test(digits) ? `+974${digits}` : null;
}
