/** A range of prices in whole dollars; `isOpen`: it may cost more. */
export type PriceRange = { min: number; max: number; isOpen: boolean };

/**
 * Parses the price of a content file: "$100-$300", "$20,000 to $50,000", "$500-$5,000+" or "$75,000
 * or more". An open price without an upper end is drawn as a third wider. Null for other text.
 */
export function parsePriceRange(text: string): PriceRange | null {
  const [min, max] = Array.from(text.matchAll(/\$([\d,]+)/g), ([, digits = ""]) =>
    Number(digits.replaceAll(",", "")),
  );
  if (!min) return null;
  const isOpen = /\+$|or more$/.test(text);
  return { min, max: max ?? Math.round(min * 1.33), isOpen };
}
