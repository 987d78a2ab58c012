import { watchDialogLinks } from "./dialog-links.ts";

/** The link to the search page opens the search in a dialog. */
export const watchSearchLink = () =>
  watchDialogLinks({
    selector: "a[data-search]",
    load: () => import("./search.ts"),
    open: ({ openSearch }, link) => openSearch(link),
  });
