import { type ComponentProps, createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { OutcomePanel } from "./outcome-panel.tsx";

type Props = ComponentProps<typeof OutcomePanel>;

function show(props: Pick<Props, "outcome" | "customerOutcome">, isStored = true) {
  const element = createElement(OutcomePanel, { requestId: "1", isStored, ...props });
  const router = createMemoryRouter([{ path: "/", element }]);
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  return {
    title: /<h3[^>]*>([^<]+)</.exec(html)?.[1],
    isHighlighted: /<section[^>]*border-petrol/.test(html),
    isFolded: html.includes("<details"),
    canChoose: !/<button[^>]*disabled=""[^>]*>Hired/.test(html),
  };
}

test("asks how a request ended only where nobody has said so", () => {
  expect(show({ outcome: null, customerOutcome: null })).toEqual({
    title: "How did it end?",
    isHighlighted: true,
    isFolded: false,
    canChoose: true,
  });
  expect(show({ outcome: null, customerOutcome: "canceled-by-customer" })).toEqual({
    title: "Closed: the customer canceled",
    isHighlighted: false,
    isFolded: true,
    canChoose: true,
  });
  expect(
    show({ outcome: { choice: "hired", value: null }, customerOutcome: "stopped-by-customer" }),
  ).toEqual({ title: "Closed: Hired", isHighlighted: false, isFolded: true, canChoose: true });
});

test("takes an answer once the status is stored: the server refuses one before", () => {
  const open = { outcome: null, customerOutcome: null };
  expect(show(open, false).canChoose).toBe(false);
  expect(show(open, true).canChoose).toBe(true);
});
