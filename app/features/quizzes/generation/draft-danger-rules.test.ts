import { expect, test } from "vitest";
import { draftDangerRules } from "./draft-danger-rules.ts";

const questions = [
  {
    id: "1",
    options: [
      "Smoke from under the hood",
      "Yes, I smell gas",
      "None of these",
      "CO detector",
      "It gives me a shock",
      "Something is sagging",
    ],
  },
];
const instructions = (serviceType: string) =>
  draftDangerRules({ serviceType, questions }, [{ pattern: "1:9" }]).map(
    ({ pattern, instruction }) => ({ pattern, instruction }),
  );

test("each dangerous answer without a rule gets one for its danger", () => {
  expect(instructions("HVAC")).toEqual([
    { pattern: "1:0", instruction: expect.stringContaining("Get everyone outside now") },
    { pattern: "1:1", instruction: expect.stringContaining("call 911 from well away") },
    { pattern: "1:3", instruction: expect.stringContaining("call 911 from well away") },
    { pattern: "1:4", instruction: expect.stringContaining("still being shocked") },
    {
      pattern: "1:5",
      instruction: expect.stringContaining("out from under it and away from it, then call 911"),
    },
  ]);
  expect(
    draftDangerRules({ serviceType: "HVAC", questions }, [{ pattern: "1:0,2:1" }]).map(
      ({ pattern }) => pattern,
    ),
  ).not.toContain("1:0");
});

test("rules for cars say to leave the car, and mention no breaker, building or gas company", () => {
  const car = instructions("Auto Repair");
  expect(car.map(({ pattern }) => pattern)).toEqual(
    instructions("HVAC").map(({ pattern }) => pattern),
  );
  expect(car[0]?.instruction).toContain("hood shut");
  expect(car[1]?.instruction).toContain("Do not drive");
  for (const { instruction } of car)
    expect(instruction).not.toMatch(/breaker|building|house|gas company|plumber|electrician/i);
});
