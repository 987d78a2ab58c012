import { expect, test } from "vitest";
import { formatOfferEvent } from "./format-offer-event.ts";

const peach = { company: "Peach" };

test.each<[string, Record<string, unknown>, string]>([
  ["offered", peach, "Offered to Peach"],
  ["offered", { company: "Second", by: "auto" }, "Offered to Second automatically"],
  ["offered", {}, "Offered to a provider"],
  ["offer-declined", peach, "Declined by Peach"],
  ["offer-expired", peach, "No answer from Peach in time"],
  ["offer-withdrawn", peach, "Offer to Peach withdrawn"],
  [
    "offer-withdrawn",
    { company: "Peach", reason: "stopped", by: "my-request" },
    "Offer to Peach withdrawn: the customer asked this company to stop",
  ],
  [
    "offer-withdrawn",
    { ...peach, reason: "closed" },
    "Offer to Peach withdrawn: the request was closed. Opening it again does not bring the offer back",
  ],
  [
    "offer-withdrawn",
    { ...peach, reason: "closed", wasAccepted: true },
    "The request was closed before the customer's yes: the offer to Peach ended, and the credits went back. Opening it again does not bring the offer back",
  ],
  ["stop-told", peach, "Peach was told by email that the customer asked to stop"],
  [
    "stop-untold",
    peach,
    "Peach could not be told by email that the customer asked to stop: call them",
  ],
  ["offer-accepted", peach, "Accepted by Peach: the customer is asked now"],
  [
    "offer-accepted",
    { company: "Old", shared: true },
    "Accepted by Old: the customer's details were shared with them",
  ],
  [
    "offer-refunded",
    { company: "Peach", reason: "outside-area" },
    "Credits given back to Peach: The ZIP code is outside the provider's area",
  ],
  [
    "offer-refunded",
    { company: "Peach", reason: "dispute" },
    "Credits given back to Peach: A person on our staff decided a dispute for the provider",
  ],
  [
    "dispute-opened",
    { ...peach, reason: "unreachable" },
    "Peach disputes the offer: they cannot reach the customer. A person has to decide",
  ],
  [
    "dispute-granted",
    { ...peach, reason: "outside-area", by: "facts" },
    "Peach disputed the offer, and our own records prove it: the job is outside their area",
  ],
  [
    "dispute-granted",
    { ...peach, reason: "other" },
    "The dispute of Peach was granted: something else",
  ],
  ["offer-released", peach, "The customer said yes to Peach: their details were shared with them"],
  [
    "offer-released",
    { ...peach, by: "customer", link: { id: "1", origin: "staff" } },
    "The customer said yes to Peach on their page, with a link that staff had shown: their details were shared with them",
  ],
  [
    "offer-refused",
    { company: "Peach", reason: "unverified", by: "clock" },
    "The company's verification ended before the customer's yes: the offer to Peach ended, and the credits went back",
  ],
  [
    "offer-refused",
    peach,
    "The customer said no: the offer to Peach ended, and the credits went back",
  ],
  [
    "offer-refused",
    { company: "Peach", reason: "stopped" },
    "The customer said stop before a yes: the offer to Peach ended, and the credits went back",
  ],
])("the timeline shows %s with %j as: %s", (kind, detail, text) =>
  expect(formatOfferEvent(kind, detail)).toBe(text),
);

test("events of other features have no text here", () =>
  expect(formatOfferEvent("status", {})).toBeUndefined());
