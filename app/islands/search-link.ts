import { loadStyles, watchDialogLinks } from "./dialog-links.ts";
import { waitForPaint } from "./idle.ts";

const loadSearch = () => import("./search.ts");

/** The link to the search page opens the search in a dialog. */
export const watchSearchLink = () =>
  watchDialogLinks({
    selector: "a[data-search]",
    load: loadSearch,
    open: ({ openSearch }, link) => openSearch(link),
  });

/** A field "What's wrong?" shows hits below it from the first focus on. */
export function watchSearchForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-search-form]"))
    form.addEventListener(
      "focusin",
      () =>
        void waitForPaint()
          .then(() => Promise.all([loadSearch(), loadStyles()]))
          .then(
            ([{ attachSearch }]) => attachSearch(form),
            () => {},
          ),
      { once: true },
    );
}
