import { z } from "zod";
import { isPhone, normalizePhoneDigits } from "#app/lib/phone.ts";
import { toStorableText } from "#app/lib/text.ts";

export const MAX_NUMBERS = 50;
export const MAX_PAGES_A_NUMBER = 20;
/** What calls of the number in the general settings are listed as. */
export const MAIN_NUMBER_LABEL = "Main number";

/**
 * Pages that may have a number of their own, by their first segment. Not the legal pages, which name
 * the number of the company, and not the offline page, which stands for all others.
 */
const NUMBERED_SEGMENTS: readonly string[] = [
  "",
  "home-services",
  "auto",
  "resources",
  "quiz",
  "articles",
  "quote",
  "search",
  "contact-us",
  "about-us",
  "provider-signup",
];
const PAGE_PATH = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/;
const isNumberedPage = (path: string) =>
  PAGE_PATH.test(path) && NUMBERED_SEGMENTS.includes(path.split("/")[1] ?? "");

const pageSchema = z
  .string()
  .trim()
  .max(200, { error: "A page's address has at most 200 characters." })
  .refine(isNumberedPage, {
    error:
      "Enter the beginning of a page's address, such as /home-services/plumbing, or / for the home page. Legal pages always show the main number.",
  });

/** A phone number with the pages that show it in place of the main number. */
export const phoneNumberSchema = z.object({
  phone: z
    .string()
    .trim()
    .max(30)
    .refine(isPhone, { error: "Enter a US phone number with ten digits, such as (800) 555-0111." }),
  /** For staff: what calls of the number are listed as. */
  label: z
    .string()
    .overwrite(toStorableText)
    .trim()
    .min(1, { error: "Give the number a label, such as AC pages." })
    .max(40, { error: "At most 40 characters." }),
  /** Beginnings of paths, whole segments: "/articles" means /articles and everything below it. */
  pages: z
    .array(pageSchema)
    .min(1, { error: "Name at least one page." })
    .max(MAX_PAGES_A_NUMBER, { error: `At most ${MAX_PAGES_A_NUMBER} pages for one number.` }),
});
export type PhoneNumber = z.infer<typeof phoneNumberSchema>;

export type NumberIssue = { index: number; field: keyof PhoneNumber; message: string };

/** What is wrong with a list whose entries are valid one by one. */
export function findNumberConflicts(
  numbers: readonly PhoneNumber[],
  mainPhone: string,
): NumberIssue[] {
  const issues: NumberIssue[] = [];
  const taken = {
    phone: new Set([normalizePhoneDigits(mainPhone)]),
    label: new Set([MAIN_NUMBER_LABEL.toLowerCase()]),
    pages: new Set<string>(),
  };
  const take = (field: keyof PhoneNumber, value: string) => {
    const isFree = !taken[field].has(value);
    taken[field].add(value);
    return isFree;
  };
  for (const [index, { phone, label, pages }] of numbers.entries()) {
    if (!take("phone", normalizePhoneDigits(phone)))
      issues.push({ index, field: "phone", message: "This number is used already." });
    if (!take("label", label.toLowerCase()))
      issues.push({ index, field: "label", message: "This label is used already." });
    for (const page of pages)
      if (!take("pages", page))
        issues.push({ index, field: "pages", message: `${page} is listed already.` });
  }
  return issues;
}

/**
 * The value of the longest prefix that a path begins with, in whole segments; "/" stands for the
 * home page alone.
 */
export function findByPrefix<T>(byPrefix: ReadonlyMap<string, T>, path: string): T | undefined {
  if (path === "/") return byPrefix.get("/");
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    const found = byPrefix.get(path.slice(0, end));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The label of one of our numbers; null for one that is not in Settings. */
export function findNumberLabel(
  site: { phone: string; phoneNumbers: readonly PhoneNumber[] },
  phone: string,
): string | null {
  const digits = normalizePhoneDigits(phone);
  const isSame = (other: string) => normalizePhoneDigits(other) === digits;
  if (isSame(site.phone)) return MAIN_NUMBER_LABEL;
  return site.phoneNumbers.find((number) => isSame(number.phone))?.label ?? null;
}
