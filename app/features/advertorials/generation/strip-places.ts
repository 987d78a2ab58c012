import { splitSubject } from "#app/features/quizzes/generation/split-subject.ts";

/** States and large cities. Those that are other words too ("mobile", "buffalo") are left out. */
const PLACES = new Set(
  `alabama,alaska,arizona,arkansas,california,colorado,connecticut,delaware,florida,georgia,hawaii,idaho,illinois,indiana,iowa,kansas,kentucky,louisiana,maine,maryland,massachusetts,michigan,
   minnesota,mississippi,missouri,montana,nebraska,nevada,new hampshire,new jersey,new mexico,new york city,new york,north carolina,north dakota,ohio,oklahoma,oregon,pennsylvania,rhode island,
   south carolina,south dakota,tennessee,texas,utah,vermont,virginia,washington dc,washington,west virginia,wisconsin,wyoming,usa,united states,los angeles,chicago,houston,phoenix,philadelphia,
   san antonio,san diego,dallas,san jose,austin,jacksonville,fort worth,columbus,charlotte,san francisco,indianapolis,seattle,denver,boston,el paso,nashville,detroit,portland,memphis,las vegas,
   louisville,baltimore,milwaukee,albuquerque,tucson,fresno,sacramento,kansas city,mesa,atlanta,omaha,colorado springs,raleigh,miami,long beach,virginia beach,oakland,minneapolis,tulsa,tampa,
   arlington,new orleans,wichita,cleveland,honolulu,orlando,pittsburgh,cincinnati,st louis,saint louis,scottsdale`
    .split(",")
    .map((name) => name.trim()),
);
const MAX_PLACE_WORDS = 3;
/** Postal codes of states that are no words of a topic: "in", "or" and "me" are. */
const STATES = new Set(
  "az ca co ct fl ga il ks ky md mi mn mo nc nd nh nj nm nv ny ri sc sd tn tx ut va vt wa wi wv wy".split(
    " ",
  ),
);
const PREPOSITIONS = new Set(["in", "near", "around", "serving"]);
const SMALL_WORDS = new Set(["the", "my", "your", "greater", "downtown", "area", "city", "of"]);

/**
 * The words of a topic without the places that it names: known ones anywhere, unknown ones at its end
 * ("in Sugar Land", "Plano TX").
 * @param vocabulary the words of all subjects, so that "water in basement" names no place
 */
export function stripPlaces(words: readonly string[], vocabulary: ReadonlySet<string>): string[] {
  const isUnknown = (word: string) => {
    const stems = splitSubject(word);
    return (
      stems.length > 0 && !stems.some((stem) => vocabulary.has(stem)) && /^[a-z.'-]+$/.test(word)
    );
  };
  return withoutEnd(withoutTown(withoutKnown(words), isUnknown));
}

function withoutKnown(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; ) {
    const size = [3, 2, 1].find((count) => PLACES.has(words.slice(at, at + count).join(" ")));
    if (!size) kept.push(words[at] ?? "");
    at += size ?? 1;
  }
  return kept;
}

function withoutTown(words: readonly string[], isUnknown: (word: string) => boolean): string[] {
  const hasState = words.length > 1 && STATES.has(words.at(-1) ?? "");
  const body = hasState ? words.slice(0, -1) : [...words];
  const start = body.findLastIndex((word) => PREPOSITIONS.has(word));
  const named = body.slice(start + 1).filter((word) => !SMALL_WORDS.has(word));
  if (start >= 0 && named.length <= MAX_PLACE_WORDS && named.every(isUnknown))
    return body.slice(0, start);
  if (!hasState) return body;
  const town = body.findLastIndex((word) => !isUnknown(word));
  return body.slice(0, Math.max(town + 1, body.length - 2));
}

/** The words without prepositions whose place was taken off. */
function withoutEnd(words: readonly string[]): string[] {
  const end = words.findLastIndex(
    (word) => !PREPOSITIONS.has(word) && !["for", "at"].includes(word),
  );
  return words.slice(0, end + 1);
}
