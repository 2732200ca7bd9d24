/** "n***@example.qa": enough for who knows it, too little for who does not. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}

/** "+974 **** 5678" as its last four digits. */
export function maskedPhone(phone: string): string {
  return `***${phone.slice(-4)}`;
}
