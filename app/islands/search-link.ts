const loadSearch = () => import("./search.ts");
const findSearchLink = (event: Event) =>
  (event.target as Element | null)?.closest?.<HTMLAnchorElement>("a[data-search]") ?? null;

function openSearchFromLink(event: Event, link: HTMLAnchorElement): void {
  event.preventDefault();
  loadSearch().then(
    ({ openSearch }) => openSearch(link),
    () => {
      location.href = link.href;
    },
  );
}

/**
 * The link to the search page opens the search in a dialog. If the search cannot be loaded, the link
 * opens the page.
 */
export function watchSearchLink(): void {
  for (const type of ["pointerover", "touchstart", "focusin"] as const) {
    document.addEventListener(
      type,
      (event) => void (findSearchLink(event) && loadSearch().catch(() => {})),
      {
        passive: true,
      },
    );
  }
  document.addEventListener("click", (event) => {
    const link = findSearchLink(event);
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey)
      openSearchFromLink(event, link);
  });
}
