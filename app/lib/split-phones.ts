/** US phone numbers in common notations: (800) 555-0199, 800-555-0199, +1 800 555 0199. */
const PHONE = /((?:\+1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4})/;

/** A text in parts: every second part, from index 1, is a phone number. */
export const splitPhones = (text: string): string[] => text.split(PHONE);
