import { expect, test } from "vitest";
import { parseShifts } from "./shift-schema.ts";

function parse(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseShifts(form);
}

test("reads several shifts a day, and one that crosses midnight", () => {
  expect(
    parse({
      "from-1-0": "09:00",
      "to-1-0": "12:30",
      "from-1-1": "13:00",
      "to-1-1": "17:00",
      "from-6-0": "22:00",
      "to-6-0": "06:00",
      "from-3-0": "",
      "to-3-0": "",
    }),
  ).toEqual({
    ok: true,
    shifts: [
      { weekday: 1, from: 540, to: 750 },
      { weekday: 1, from: 780, to: 1020 },
      { weekday: 6, from: 1320, to: 360 },
    ],
  });
});

test.each([
  [{ "from-1-0": "09:00" }, { "to-1-0": "Enter when the shift ends." }],
  [{ "to-1-0": "09:00" }, { "from-1-0": "Enter when the shift starts." }],
  [{ "from-1-0": "25:00", "to-1-0": "09:00" }, { "from-1-0": "Enter when the shift starts." }],
  [{ "from-1-0": "09:00", "to-1-0": "09:00" }, { "to-1-0": "A shift cannot end when it starts." }],
  [
    { "from-1-0": "09:00", "to-1-0": "12:00", "from-1-1": "11:00", "to-1-1": "13:00" },
    { "from-1-1": "This shift overlaps another one on Monday." },
  ],
  [
    // Over the end of the week.
    { "from-6-0": "22:00", "to-6-0": "06:00", "from-0-0": "05:00", "to-0-0": "09:00" },
    { "from-0-0": "This shift overlaps another one on Sunday." },
  ],
])("%j is refused", (fields, errors) => expect(parse(fields)).toEqual({ ok: false, errors }));
