import { expect, test } from "vitest";
import { getMilesBetween } from "#app/lib/miles-between.server.ts";
import { listZipsWithin } from "./list-zips-within.server.ts";
import { measureAreas, summarizeArea } from "./measure-areas.server.ts";
import { readAreas } from "./read-areas.ts";

const buildForm = (rows: [zip: string, miles: string][]) => {
  const form = new FormData();
  for (const [zip, miles] of rows) {
    form.append("zip", zip);
    form.append("miles", miles);
  }
  return form;
};

test("lists the ZIP codes within so many miles, and with 0 miles that one alone", () => {
  expect(listZipsWithin("30303", 0)).toEqual(["30303"]);
  const near = listZipsWithin("30303", 10);
  expect(near).toContain("30303");
  expect(near).toContain("30030");
  expect(near).not.toContain("30043");
  expect(near).toEqual(near.toSorted());
  for (const zip of near) expect(getMilesBetween("30303", zip)).toBeLessThanOrEqual(10);
  const wider = listZipsWithin("30303", 25);
  expect(wider.length).toBeGreaterThan(near.length);
  expect(wider).toEqual(expect.arrayContaining(near));
});

test("covers nothing around a ZIP code that does not exist or has no place", () => {
  for (const zip of ["00000", "3030", "abcde", ""]) expect(listZipsWithin(zip, 10)).toEqual([]);
  // Military mail has no place, but is a ZIP code.
  expect(listZipsWithin("34001", 0)).toEqual(["34001"]);
  expect(listZipsWithin("34001", 10)).toEqual([]);
});

test("says what the entries cover together, and each by itself", () => {
  const areas = [
    { zip: "30303", miles: 10 },
    { zip: "31901", miles: 15 },
    { zip: "30301", miles: 0 },
  ];
  const { zips, lines, error } = measureAreas(areas);
  expect(error).toBeNull();
  expect(new Set(zips).size).toBe(zips.length);
  expect(lines.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^30303 Atlanta, GA, within 10 miles: \d+ ZIP codes$/),
    expect.stringMatching(/^31901 Columbus, GA, within 15 miles: \d+ ZIP codes$/),
    "30301 Atlanta, GA, this ZIP code alone: 1 ZIP code",
  ]);
  expect(summarizeArea(areas, zips)).toBe(
    `These 3 entries cover ${zips.length} ZIP codes in Georgia and Alabama, such as 30303 Atlanta, 31901 Columbus, 30301 Atlanta.`,
  );
  expect(summarizeArea([{ zip: "30303", miles: 0 }], ["30303"])).toBe(
    "This entry covers 1 ZIP code in Georgia, such as 30303 Atlanta.",
  );
  expect(summarizeArea(null, ["30301", "30303"])).toBe(
    "This is a list of 2 ZIP codes in Georgia, such as 30301 Atlanta, 30303 Atlanta.",
  );
  expect(summarizeArea([], [])).toBe("No ZIP code is covered, so no offers can reach you.");
});

test("names what cannot be stored: unknown ZIP codes, ones without a place, too many", () => {
  expect(measureAreas([{ zip: "00000", miles: 5 }])).toEqual({
    zips: [],
    lines: [{ text: "00000: there is no such ZIP code.", isUnknown: true }],
    error: "There are no such ZIP codes: 00000.",
  });
  expect(measureAreas([{ zip: "34001", miles: 5 }]).error).toBe(
    'We do not know where 34001 is. Choose "This ZIP code alone" for it.',
  );
  const cities = ["10001", "19103", "02108", "60601", "90012", "15222", "20001", "44114", "48226"];
  const { error } = measureAreas(cities.map((zip) => ({ zip, miles: 60 })));
  expect(error).toMatch(/^This covers [\d,]+ ZIP codes, and 5,000 is the most\./);
});

test("reads entries as they are typed, and leaves out empty rows", () => {
  expect(
    readAreas(
      buildForm([
        [" 30303 ", "10"],
        ["", "25"],
        ["30303-1234", "5"],
        ["30030", "0"],
      ]),
    ),
  ).toMatchObject({
    areas: [
      { zip: "30303", miles: 10 },
      { zip: "30030", miles: 0 },
    ],
    error: null,
  });
  expect(readAreas(buildForm([["3030", "10"]])).error).toBe("Not ZIP codes: 3030.");
  // A distance that is no choice is none.
  expect(readAreas(buildForm([["30303", "7"]])).areas).toEqual([{ zip: "30303", miles: 0 }]);
  expect(readAreas(buildForm([])).error).toBe("Enter at least one ZIP code.");
  const many = Array.from({ length: 21 }, (_, index): [string, string] => [
    `303${10 + index}`,
    "0",
  ]);
  expect(readAreas(buildForm(many)).error).toBe("Use at most 20 entries.");
});
