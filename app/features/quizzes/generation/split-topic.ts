/**
 * Words that say nothing about the problem. "Not" is one of them: "not cooling" and "cooling" are
 * the same problem here.
 */
const STOP_WORDS = new Set(
  `a about after again all always am an and any are aint as at be because been before but by can cant could couldnt did didnt do does doesnt doing dont down every for from get gets getting
   goes going got had has have havent having help how i if im in into is isnt it its just keep keeps kept know like make makes making me my need new no not now of off old on one only or our out over
   please possible problem problems issue issues question quiz some something sometimes so still stop stopped than that the their them then there they this thing to too trouble troubleshoot troubleshooting
   diagnose diagnosis diagnostic fix fixing repair up us use using very was wasnt we what whats when where which while who why will with without wont wouldnt would wrong you your while home really turn turns`
    .split(/\s+/)
    .filter(Boolean),
);

/** Synonyms. */
const SYNONYMS: Record<string, string> = {
  hvac: "ac",
  aircon: "ac",
  conditioner: "ac",
  conditioning: "ac",
  vehicle: "car",
  truck: "car",
  auto: "car",
  automobile: "car",
  washroom: "bathroom",
  faucets: "faucet",
  tap: "faucet",
  commode: "toilet",
  loo: "toilet",
  receptacle: "outlet",
  socket: "outlet",
  mould: "mold",
  tyre: "tire",
  odour: "smell",
  odor: "smell",
  stink: "smell",
  stinky: "smell",
  drip: "leak",
  downspout: "gutter",
  blocked: "clog",
  backed: "clog",
  plugged: "clog",
  drafts: "draft",
  drafty: "draft",
  draughty: "draft",
  noisy: "noise",
  squeaky: "squeak",
  squealing: "squeal",
  leaky: "leak",
  moldy: "mold",
  freezing: "cold",
  shakes: "shake",
  wtr: "water",
  jacuzzi: "tub",
  bbq: "grill",
  insinkerator: "disposal",
  tv: "television",
};

/** Stems a word, so that "leaks", "leaked" and "leaking" are equal. */
export function stemWord(word: string): string {
  const same = SYNONYMS[word];
  if (same) return same;
  if (word.length <= 3) return word;
  let stem = word;
  if (/ies$/.test(stem) && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:sses|shes|ches|xes)$/.test(stem)) stem = stem.slice(0, -2);
  else if (/[^su]s$/.test(stem)) stem = stem.slice(0, -1);
  if (/ing$/.test(stem) && stem.length > 5) stem = stem.slice(0, -3);
  else if (/ed$/.test(stem) && stem.length > 4) stem = stem.slice(0, -2);
  // "dripping" and "drip", "overflowing" and "overflow".
  if (stem !== word && /([bdgmnprt])\1$/.test(stem)) stem = stem.slice(0, -1);
  // "dies" and "die" are equal, as are "leave" and "leaving".
  return SYNONYMS[stem] ?? (stem.length > 3 ? stem.replace(/e$/, "") : stem);
}

/** All words of a text in lower case: "A/C" is one word, and so is "won't". */
export const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/\ba\s*[/.]\s*c\b\.?/g, "ac")
    .replace(/['’`]/g, "")
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

/** The significant words of a text, stemmed and without duplicates. */
export const splitTopic = (text: string): string[] => [
  ...new Set(
    splitWords(text)
      .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
      .map(stemWord),
  ),
];

/**
 * Whether two words differ by at most one letter that is wrong, missing, added or swapped with its
 * neighbor.
 */
export function isTypo(a: string, b: string): boolean {
  if (a === b || Math.min(a.length, b.length) < 4 || Math.abs(a.length - b.length) > 1)
    return a === b;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
