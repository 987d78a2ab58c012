import { expect, test } from "vitest";
import { describeAlarms } from "./describe-alarms.ts";

test.each([
  [[0, 0, 0], null],
  [[1, 0, 0], "Nobody is on shift: 1 emergency waits"],
  [[2, 1, 0], "Nobody is on shift: 2 emergencies and 1 returned request wait"],
  [[2, 1, 3], "Nobody is on shift: 2 emergencies, 1 returned request and 3 requests wait"],
])("%j is %j", ([emergencies = 0, returned = 0, waiting = 0], expected) =>
  expect(describeAlarms({ emergencies, returned, waiting, requests: [], readAt: 0 })).toBe(
    expected,
  ),
);
