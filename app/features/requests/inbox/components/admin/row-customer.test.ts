import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LISTED_REQUEST, NOON } from "#tests/listed-request.ts";
import { toWorkableRequest } from "../../workable-request.ts";
import { RowCustomer } from "./row-customer.tsx";

const show = (changes: Partial<typeof LISTED_REQUEST>, isChanged: boolean) =>
  renderToStaticMarkup(
    createElement(RowCustomer, {
      request: toWorkableRequest({ ...LISTED_REQUEST, ...changes }, NOON),
      links: {
        linkTo: (id) => ({ href: `/open/${id}`, onClick: () => {} }),
        linkToCall: (_id, href) => ({ href, onClick: () => {} }),
      },
      now: NOON,
      isChanged,
    }),
  );

test("the number calls, until somebody has changed the request: then it opens it", () => {
  const contacts = { email: "c@mail.example", mailHref: "mailto:c@mail.example" };
  const fresh = show(contacts, false);
  expect(fresh).toContain('href="tel:+14045550100"');
  expect(fresh).toContain('href="mailto:c@mail.example"');
  expect(fresh).not.toContain("Changed");
  const changed = show(contacts, true);
  expect(changed).toContain(">Changed<");
  expect(changed).not.toMatch(/tel:|mailto:/);
  expect(changed.match(/href="\/open\/1"/g)).toHaveLength(3);
  expect(show({ isOptedOut: true }, true).match(/href="\/open\/1"/g)).toHaveLength(1);
});
