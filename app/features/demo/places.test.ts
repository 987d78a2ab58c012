import { expect, test } from "vitest";
import { findPlace } from "#app/lib/zip.server.ts";
import { PLACES } from "./places.ts";

test.each(PLACES.flatMap(({ city, state, zips }) => zips.map((zip) => [zip, city, state])))(
  "%s is in %s, %s",
  (zip = "", city, state) => {
    expect(findPlace(zip)).toEqual({ city, state });
  },
);
