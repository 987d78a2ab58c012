/** The response time covers requests of so many days, and at most the newest so many. */
export const RESPONSE_DAYS = 90;
export const RESPONSE_REQUESTS = 500;
/** A newer request may still get its first contact. */
export const RESPONSE_MIN_AGE_HOURS = 24;
/** Fewer reviews make no average. */
export const MIN_REVIEWS = 5;
/** Actor of the nightly check's audit rows. */
export const CLAIMS_ACTOR = "evidence";

/**
 * The largest US cities (Census Bureau, estimates of July 2023), each with a ZIP code of its
 * center. A claim of "all major cities" needs a provider in each.
 */
export const MAJOR_CITIES: Readonly<Record<string, string>> = {
  "New York": "10001",
  "Los Angeles": "90012",
  Chicago: "60601",
  Houston: "77002",
  Phoenix: "85004",
  Philadelphia: "19107",
  "San Antonio": "78205",
  "San Diego": "92101",
  Dallas: "75201",
  Jacksonville: "32202",
  "Fort Worth": "76102",
  Austin: "78701",
  "San Jose": "95113",
  Charlotte: "28202",
  Columbus: "43215",
  Indianapolis: "46204",
  "San Francisco": "94103",
  Seattle: "98101",
  Denver: "80202",
  "Oklahoma City": "73102",
  Nashville: "37203",
  Washington: "20001",
  "El Paso": "79901",
  "Las Vegas": "89101",
  Boston: "02108",
};
