import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { PortalMenu } from "./portal-menu.tsx";

const show = (openDisputes: number | null) =>
  renderToStaticMarkup(
    createElement(
      MemoryRouter,
      null,
      createElement(PortalMenu, { isSuperadmin: false, openDisputes }),
    ),
  ).replaceAll(/<!-- -->/g, "");

test("the menu says how many disputes wait, also to a screen reader", () => {
  const menu = show(12);
  expect(menu).toMatch(/aria-hidden="true"[^>]*>12</);
  expect(menu).toMatch(/Disputes<span class="sr-only">, 12 to answer<\/span>/);
});

test("the menu has no count where none waits, and no disputes for who may not open them", () => {
  expect(show(0)).toContain("Disputes");
  expect(show(0)).not.toMatch(/to answer|\d<\/span>/);
  expect(show(null)).not.toContain("Disputes");
});
