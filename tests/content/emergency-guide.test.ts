import { expect, test } from "vitest";
import { sceneNames } from "#app/components/mascot/scenes.ts";
import { emergencySchema } from "#app/features/resources/guide-schemas.ts";
import { readYaml } from "#app/lib/content.server.ts";

const { types } = readYaml("guides/emergency-preparedness.yaml", emergencySchema);

test("gas comes first: leave, call 911 from outside, and nobody goes back", () => {
  const [gas] = types;
  expect(gas.name).toBe("Gas Leaks");
  expect(gas.lead).toMatch(/^Get everyone out now\b/);
  expect(gas.call911).toMatch(/safety first/);
  const steps = gas.response.join(" ");
  for (const rule of [/\bswitch\b/, /no phone inside/, /call 911/, /Never go back/])
    expect(steps).toMatch(rule);
});

test("every emergency begins with what to do, and has its own picture", () => {
  for (const { name, lead, scene } of types) {
    expect(lead, name).toMatch(/^(?:Get|Stay|Look after|Leave|Shut)\b/);
    expect(sceneNames).toContain(scene);
  }
});
