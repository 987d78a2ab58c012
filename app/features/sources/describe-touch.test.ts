import { expect, test } from "vitest";
import { describeTouch } from "./describe-touch.ts";

test.each([
  [
    "Google Ads",
    { gclid: "secret", utm_campaign: "AC repair", landing: "/home-services/air-conditioning" },
    "Google Ads, campaign AC repair, with a click ID; landed on /home-services/air-conditioning",
  ],
  ["Google organic", { referrer: "www.google.com" }, "Google organic, from www.google.com"],
  ["homeforum.example", { referrer: "homeforum.example" }, "homeforum.example"],
  ["Direct", null, "Direct"],
])("describes %s", (source, touch, sentence) =>
  expect(describeTouch(source, touch)).toBe(sentence),
);
