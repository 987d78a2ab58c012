/**
 * A chosen link closes the menus; one that leads to the page it stands on goes back to the top,
 * smoothly.
 */
export function watchChosenLinks(): void {
  // Last of all, where links of the router are known by what it has prevented.
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    for (const open of document.querySelectorAll<HTMLElement>("[popover]:popover-open"))
      open.hidePopover();
    const target = new URL(link.href, location.href);
    if (
      event.defaultPrevented ||
      target.origin !== location.origin ||
      target.pathname !== location.pathname ||
      target.search !== location.search ||
      target.hash
    )
      return;
    event.preventDefault();
    // `behavior` is left to the style sheet, which knows about reduced motion.
    scrollTo({ top: 0 });
  });
}
