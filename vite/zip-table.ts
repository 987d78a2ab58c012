import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { packCoordinates } from "../app/lib/pack-coordinates.ts";

const ID = "virtual:zip-table";
const RESOLVED_ID = `\0${ID}`;

type Place = {
  zip: string;
  city: string;
  state: string;
  country: string;
  latitude: number;
  longitude: number;
};

/**
 * Packs the `zipcodes` package into one text, a line per ZIP ("30301Atlanta|GA" and four characters
 * for its location), when the server is built: loading the package itself at run time takes 150 ms
 * and about 85 MB.
 */
export function zipTable(): Plugin {
  return {
    name: "zip-table",
    resolveId(source) {
      if (source === ID) return RESOLVED_ID;
    },
    load(id) {
      if (id !== RESOLVED_ID) return;
      const { codes } = createRequire(import.meta.url)("zipcodes") as {
        codes: Record<string, Place>;
      };
      const lines = Object.values(codes)
        .filter((place) => place.country === "US" && /^\d{5}$/.test(place.zip))
        .map((place) => `${place.zip}${place.city}|${place.state}${packCoordinates(place)}`)
        .sort();
      return `export const zipTable = ${JSON.stringify(`\n${lines.join("\n")}\n`)};`;
    },
  };
}
