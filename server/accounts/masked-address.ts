/** "n***@example.qa": enough for the owner to recognize, too little for anyone else to use. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}***${email.slice(at)}`;
}

/** "+974 **** 5678": shows the last four digits only. */
export function maskedPhone(phone: string): string {
  return `***${phone.slice(-4)}`;
}
