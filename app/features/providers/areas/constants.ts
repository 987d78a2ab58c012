/** What an entry of an area may say: so many miles around its ZIP code, or 0 for that ZIP code alone. */
export const AREA_MILES = [0, 5, 10, 15, 25, 40, 60] as const;
export const MAX_AREAS = 20;
/** Entries that the form has beyond those that are stored. */
export const BLANK_AREAS = 3;
/** ZIP codes that the result names. */
export const NAMED_ZIPS = 3;
/** States that the result names; more are counted. */
export const NAMED_STATES = 4;
