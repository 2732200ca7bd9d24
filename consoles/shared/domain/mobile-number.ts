const MOBILE = /^\+974[3567]\d{7}$/;

/** Whether a number in Qatar is a mobile number. Landlines begin with 4, and have no WhatsApp. */
export function isMobileNumber(phone: string): boolean {
  return MOBILE.test(phone);
}
