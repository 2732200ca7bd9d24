const MOBILE = /^\+974[3567]\d{7}$/;

/** Whether a number in Qatar is a mobile phone's. Lines of houses and firms begin with 4, and have no WhatsApp. */
export function isMobileNumber(phone: string): boolean {
  return MOBILE.test(phone);
}
