/** Characters and words beyond these limits are ignored. */
export const MAX_QUERY_LENGTH = 100;
export const MAX_QUERY_WORDS = 10;

/** Maximum hits in the dialog while typing, and on the results page. */
export const HITS_WHILE_TYPING = 8;
export const HITS_ON_PAGE = 12;

/** Words that a search ignores. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  "a an and are at be by can do does for from get had has have how i if im in is isnt it its me my near need no not of on or our please so some that the there this to up us want wants was we what when where who why will with wont you your".split(
    " ",
  ),
);

/** Words that visitors type, and the words that our pages use for the same things. */
export const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  aircon: ["ac"],
  bedbug: ["bed", "pest"],
  bugs: ["pest"],
  bug: ["pest"],
  car: ["auto", "vehicle"],
  cars: ["car", "auto", "vehicle"],
  cockroach: ["roach"],
  couch: ["upholstery", "furniture"],
  electric: ["electrical", "electrician"],
  electrical: ["electrician"],
  electricity: ["electrical", "electrician"],
  fuse: ["breaker"],
  garbage: ["junk"],
  hvac: ["heating", "conditioning"],
  insects: ["pest"],
  loo: ["toilet"],
  mice: ["mouse", "pest"],
  mould: ["mold"],
  price: ["cost"],
  raccoon: ["wildlife"],
  rat: ["mouse", "pest"],
  rats: ["mouse", "pest"],
  rodent: ["mouse", "pest"],
  rubbish: ["junk"],
  sewage: ["sewer"],
  shingle: ["shingles", "roof"],
  sofa: ["upholstery", "furniture"],
  spider: ["pest"],
  spiders: ["pest"],
  squirrel: ["wildlife"],
  tap: ["faucet"],
  termites: ["termite"],
  tesla: ["ev", "charger", "charging"],
  trash: ["junk"],
  tyre: ["tire"],
  tyres: ["tire"],
  vehicle: ["car", "auto"],
  windscreen: ["windshield"],
  wires: ["rewiring", "electrical"],
  wiring: ["rewiring", "electrical"],
};

/** Places: they say where, and count less than what is wrong there. */
export const PLACES: ReadonlySet<string> = new Set(
  "attic basement bathroom bedroom ceiling closet door driveway floor garage hallway home house indoors inside kitchen outside porch room upstairs downstairs wall yard".split(
    " ",
  ),
);
