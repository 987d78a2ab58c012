import { describe, expect, test } from "vitest";
import {
  emergenciesSchema,
  findEmergency,
} from "#app/features/quizzes/generation/emergency-topics.ts";
import { readYaml } from "#app/lib/content.server.ts";

const emergencies = readYaml("emergencies.yaml", emergenciesSchema);
/** Where a call to 911 cannot wait for anything but leaving. */
const LIFE_THREATENING = [
  "gas",
  "carbon-monoxide",
  "fire",
  "sparks",
  "shock",
  "fuel",
  "power-line",
  "structure",
];

test("911 is called wherever lives are at stake", () => {
  const calling = emergencies.filter(({ call911 }) => call911).map(({ key }) => key);
  expect(calling).toEqual(expect.arrayContaining(LIFE_THREATENING));
});

describe.each(emergencies)("$headline", ({ call911, headline, steps }) => {
  test("names the danger, and says first to leave or to call 911", () => {
    expect(headline).not.toMatch(/repair|inspection|professional|call/i);
    expect(steps[0], "the first step").toMatch(call911 ? /\b911\b/ : /^(?!call 911)/i);
  });

  test("sends nobody back in, and asks nobody to look, open or fix", () => {
    for (const step of steps) {
      expect(step).not.toMatch(/^(?:look for|open the|check the|find the leak|reset)/i);
      expect(step).not.toMatch(/(?<!do not |never )go back in/i);
    }
  });
});

describe("an electrical panel that buzzes, hums or is hot", () => {
  test.each([
    "panel buzzes",
    "the breaker box is humming",
    "buzzing noise from the fuse box",
    "circuit breaker buzzing",
    "loud hum from main breaker",
    "electric meter humming",
    "electrical panel is hot",
    "breaker panel hot to the touch",
    "panel buzzing and smells",
    "main panel buzzing since the solar was installed",
  ])("%s", (topic) => {
    expect(findEmergency(topic, emergencies)?.key).toBe("panel");
  });

  test.each([
    "panel upgrade",
    "electrical panel upgrade",
    "solar panel buzz",
    "solar panels hum",
    "buzzing doorbell",
    "doorbell transformer humming",
    "buzzing fluorescent light",
    "hot tub breaker panel",
    "breaker trips on hot days",
    "ac hums and trips breaker",
    "alarm panel humming",
    "wall panel heater not hot",
  ])("is not: %s", (topic) => {
    expect(findEmergency(topic, emergencies)).toBeNull();
  });

  test("is left alone, whoever calls for help", () => {
    const steps = emergencies.find(({ key }) => key === "panel")?.steps.join(" ") ?? "";
    expect(steps).toMatch(/Do not touch or open/);
    expect(steps).toMatch(/power company/);
    expect(steps).not.toMatch(/turn off (?:its|the main) breaker/i);
  });
});
