import { expect, test } from "vitest";
import { sceneNames } from "#app/components/mascot/scenes.ts";
import { emergencySchema } from "#app/features/resources/guide-schemas.ts";
import { readYaml } from "#app/lib/content.server.ts";

const { types, carbonMonoxide } = readYaml("guides/emergency-preparedness.yaml", emergencySchema);

test("gas comes first: leave, call 911 from outside, and nobody goes back", () => {
  const [gas] = types;
  expect(gas.name).toBe("Gas Leaks");
  expect(gas.lead).toMatch(/^Get everyone out now\b/);
  expect(gas.call911).toMatch(/safety first/);
  const steps = gas.response.join(" ");
  for (const rule of [
    /\bswitch\b/,
    /do not call inside unless you cannot get out/,
    /call 911/,
    /Never go back/,
  ])
    expect(steps).toMatch(rule);
});

test("carbon monoxide has its own section: fresh air, then 911, and nobody goes back", () => {
  expect(carbonMonoxide.lead).toMatch(/^Get everyone into fresh air now\b/);
  expect(carbonMonoxide.call911).toMatch(/safety first/);
  expect(carbonMonoxide.sign).toMatch(/alarm/);
  expect(carbonMonoxide.response[0]).toMatch(/outside.*call 911/);
  expect(carbonMonoxide.response.join(" ")).toMatch(/Do not go back in/);
});

test("every emergency begins with what to do, and has its own picture", () => {
  for (const { name, lead, scene } of [...types, carbonMonoxide]) {
    expect(lead, name).toMatch(/^(?:Get|Stay|Look after|Leave|Shut)\b/);
    expect(sceneNames).toContain(scene);
  }
});
