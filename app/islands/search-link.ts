const load = () => import("./search.ts");
const searchLink = (event: Event) =>
  (event.target as Element | null)?.closest?.<HTMLAnchorElement>("a[data-search]") ?? null;

function open(event: Event, link: HTMLAnchorElement): void {
  event.preventDefault();
  load().then(
    ({ openSearch }) => openSearch(link),
    () => {
      location.href = link.href;
    },
  );
}

/**
 * The link to the search page opens the search in a dialog. Where it cannot be loaded it is
 * followed as a link.
 */
export function watchSearchLink(): void {
  for (const sign of ["pointerover", "touchstart", "focusin"] as const) {
    document.addEventListener(sign, (event) => void (searchLink(event) && load().catch(() => {})), {
      passive: true,
    });
  }
  document.addEventListener("click", (event) => {
    const link = searchLink(event);
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) open(event, link);
  });
}
