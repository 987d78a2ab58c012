import { expect, test } from "vitest";
import {
  describeCompany,
  describeHours,
  describeJobValue,
  describeMails,
  describeOwnArea,
  describeServices,
} from "./describe-profile.ts";

const weekday = { from: 480, until: 1_080 };

test.each([
  [null, null, "At any time"],
  [null, 1, "At any time; at most 1 offer a day"],
  [[null, weekday, weekday, weekday, weekday, weekday, null], null, "Mon–Fri 8 AM to 6 PM"],
  [
    [null, weekday, weekday, null, weekday, weekday, { from: 540, until: 720 }],
    5,
    "Mon–Tue 8 AM to 6 PM, Thu–Fri 8 AM to 6 PM, Sat 9 AM to noon; at most 5 offers a day",
  ],
  [
    [{ from: 1_080, until: 120 }, null, null, null, null, null, { from: 0, until: 1_440 }],
    null,
    "Sat all day, Sun 6 PM to 2 AM the next day",
  ],
])("says when offers come", (days, most, text) => expect(describeHours({ days, most })).toBe(text));

test("says where offers come from", () => {
  const zips = Array.from({ length: 30 }, (_, index) => `787${index + 10}`);
  expect(describeOwnArea([{ zip: "78701", miles: 10 }], zips)).toBe(
    "30 ZIP codes within 10 miles of 78701",
  );
  expect(describeOwnArea([{ zip: "78701", miles: 0 }], ["78701"])).toBe("ZIP code 78701 only");
  const many = ["78701", "78702", "78703", "78704"].map((zip) => ({ zip, miles: 5 }));
  expect(describeOwnArea(many, zips)).toBe("30 ZIP codes around 78701, 78702, 78703 and 1 more");
  expect(describeOwnArea(null, ["78701"])).toBe("A list of 1 ZIP code");
  expect(describeOwnArea(null, [])).toBe("No ZIP code yet, so no offers can reach you");
});

test("says which jobs, which services, who the company is and who gets offers", () => {
  expect(describeJobValue({ min: null, max: null })).toBe("Jobs of any size");
  expect(describeJobValue({ min: 250, max: null })).toBe("$250 or more");
  expect(describeJobValue({ min: null, max: 5_000 })).toBe("Up to $5,000");
  expect(describeJobValue({ min: 250, max: 5_000 })).toBe("$250 to $5,000");
  expect(describeServices([])).toBe("None yet, so no offers can reach you");
  expect(describeServices(["Plumbing", "Roofing", "Masonry", "Paving", "Fencing"])).toBe(
    "Plumbing, Roofing, Masonry and 2 more",
  );
  const company = { company_name: "Peach", business_city: "Atlanta", business_state: "GA" };
  expect(describeCompany({ ...company, business_zip: "30303" })).toBe("Peach, Atlanta, GA 30303");
  expect(
    describeCompany({ ...company, business_city: null, business_state: null, business_zip: null }),
  ).toBe("Peach");
  expect(describeMails([{ topic: "New offers", names: ["Pat", "us@peach.example"] }])).toBe(
    "New offers go to Pat, us@peach.example",
  );
  expect(describeMails([{ topic: "New offers", names: [] }])).toBe(
    "Nobody gets new offers by email",
  );
});
