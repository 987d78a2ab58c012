import { isCommonPassword, replaceLookalikes } from "./common-passwords.server.ts";

export const PASSWORD_REFUSALS = {
  common: "This is one of the first passwords attackers try. Choose a few unrelated words instead.",
  personal: "Do not use the name of this site or any part of your email address in your password.",
} as const;

/** Shorter words are part of too many others. */
const MIN_WORD_LENGTH = 4;

const normalizeWord = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/**
 * The words of brand and email address, whole and in parts ("Henry's" is "henrys" and "henry"),
 * without the domain's ending, which is not personal.
 */
function listPersonalWords({ email, brand }: { email: string; brand: string }): string[] {
  const [name = "", domain = ""] = email.split("@");
  const parts = [
    name,
    ...name.split(/[^\p{L}\p{N}]/u),
    ...domain.split(".").slice(0, -1),
    brand,
    ...brand.split(/[^\p{L}\p{N}'’]/u),
    ...brand.split(/[^\p{L}\p{N}]/u),
  ];
  return parts.map(normalizeWord).filter((word) => word.length >= MIN_WORD_LENGTH);
}

/**
 * Why this person may not use a password, in one sentence; null where it is acceptable. Its length
 * is checked elsewhere.
 */
export function findPasswordProblem(
  password: string,
  person: { email: string; brand: string },
): string | null {
  const texts = [
    normalizeWord(password),
    normalizeWord(replaceLookalikes(password.normalize("NFKC").toLowerCase())),
  ];
  if (listPersonalWords(person).some((word) => texts.some((text) => text.includes(word))))
    return PASSWORD_REFUSALS.personal;
  return isCommonPassword(password) ? PASSWORD_REFUSALS.common : null;
}
