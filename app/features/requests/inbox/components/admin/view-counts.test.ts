import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { SavedView } from "../../../views/queries.server.ts";
import type { RequestListData } from "../../loaders.server.ts";
import { buildListQuery, type ListFilters } from "../../schema.ts";
import { GroupHeading } from "./group-heading.tsx";
import { ViewChips } from "./view-chips.tsx";

const viewCounts = { new: 21, waiting: 13 };

const render = (element: ReactElement) =>
  renderToStaticMarkup(
    createElement(RouterProvider, { router: createMemoryRouter([{ path: "/", element }]) }),
  );
const readText = (html: string) => html.replaceAll(/<[^>]+>/g, " ");

function renderChips(changes: Partial<ListFilters>, savedViews: SavedView[] = []) {
  const filters = { q: "", status: "all" as const, view: "inbox" as const, ...changes };
  const data = { filters, savedViews, query: buildListQuery(filters), viewCounts, now: 0 };
  return render(createElement(ViewChips, { data: data as unknown as RequestListData }));
}

const showChips = (...options: Parameters<typeof renderChips>) => readText(renderChips(...options));

test("a chip has a count only where its list has as many", () => {
  expect(showChips({})).toMatch(/New +21 /);
  expect(showChips({ view: "waiting" })).toMatch(/New +21 /);
  expect(showChips({ q: "jordan" })).not.toContain("21");
  expect(showChips({ status: "closed" })).not.toContain("21");
});

test("says why a saved view with search words has no count at first", () => {
  const view = { id: "1", name: "Jordans", query: "q=jordan", count: null };
  const saved = { ...view, isShared: false, isOwn: true, owner: "Ana" };
  expect(renderChips({}, [saved])).toContain(
    'title="Counting: the number shows when the list is loaded again."',
  );
});

test("a heading counts its group; the count of a wider view is at the link", () => {
  const show = (group: "new" | "waiting") =>
    readText(
      render(createElement(GroupHeading, { group, loaded: { viewCounts, now: 0, userId: "" } })),
    );
  expect(show("new")).toMatch(/^ +21 .*Show all +in New/);
  expect(show("waiting")).toMatch(/^ +A professional.*Show all 13 +in Waiting for a yes/);
});
