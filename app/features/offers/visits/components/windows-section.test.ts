import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WindowsSection } from "./windows-section.tsx";

const show = (connected: string | null) =>
  renderToStaticMarkup(
    createElement(WindowsSection, {
      view: { days: [], zone: "Eastern Time", choices: [], times: [] },
      connected,
      refused: null,
    }),
  );

test("says that nothing is booked before a yes, and after it that a pick books the visit", () => {
  expect(show(null)).toContain("Nothing is booked before you say yes");
  const text = show("Peach Plumbing");
  expect(text).toContain("Peach Plumbing can pick one of these times. That books the visit.");
  expect(text).not.toContain("Nothing is booked");
});
