import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { VisitCard } from "./visit-card.tsx";

const show = (isMailed: boolean) =>
  renderToStaticMarkup(
    createElement(VisitCard, {
      view: {
        booked: { time: "Tuesday, 2 to 4 PM", sequence: 0, isOver: false },
        note: null,
        days: [],
        zone: "Eastern Time",
      },
      calendarPath: "/visit.ics",
      other: "Peach Plumbing",
      isMailed,
      refused: null,
    }),
  );

test("says who is told of a change by mail, and who by a call of our team", () => {
  expect(show(true)).toContain("We email Peach Plumbing, with your reason.");
  expect(show(false)).toContain("Our team calls Peach Plumbing, with your reason.");
});
