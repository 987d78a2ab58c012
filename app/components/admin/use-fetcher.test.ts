import { createMemoryRouter, type Fetcher } from "react-router";
import { expect, test } from "vitest";
import { isAhead } from "./use-fetcher.ts";

test("a reply waits until React has rendered what the router loaded with it", async () => {
  const action = Promise.withResolvers<string>();
  const loading = Promise.withResolvers<object>();
  const router = createMemoryRouter(
    [
      {
        id: "list",
        path: "/",
        loader: () => loading.promise,
        action: () => action.promise,
        element: null,
      },
    ],
    { hydrationData: { loaderData: { list: { version: 1 } } } },
  );
  router.getFetcher("save");
  const render = () => [{ id: "list", loaderData: router.state.loaderData.list }];
  const rendered = render();
  const isWaiting = () => isAhead(router.state, { key: "save", matches: rendered });
  const stateOf = () =>
    router.state.fetchers.get("save")?.state satisfies Fetcher["state"] | undefined;
  expect(isWaiting()).toBe(false);

  const body = new FormData();
  const saved = router.fetch("save", "list", "/", { formMethod: "post", formData: body });
  action.resolve("refused");
  await expect.poll(stateOf).toBe("loading");
  expect(isWaiting()).toBe(true);

  loading.resolve({ version: 2 });
  await saved;
  // The router is done, and React still shows the data from before.
  expect(isWaiting()).toBe(true);
  expect(isAhead(router.state, { key: "save", matches: render() })).toBe(false);
});
