/** An address has something on both sides of its sign; "2 faucets @ 80 psi" has spaces there. */
const EMAIL = /[\w.+-]@[\w-]/;
/** Ten digits in groups of 3, 3 and 4: years and sizes beside each other are not. */
const PHONE = /\d{3}[ .()-]{0,3}\d{3}[ .()-]{0,3}\d{4}/;

/** Whether a text contains an email address or a US phone number. */
export const hasContactDetails = (text: string): boolean => EMAIL.test(text) || PHONE.test(text);
