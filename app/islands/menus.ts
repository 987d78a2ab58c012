/** A chosen link closes the menus; a link to the same page scrolls smoothly back to the top. */
export function watchChosenLinks(): void {
  // Runs last: a link that the router handles has its default prevented by then.
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
    // No `behavior`: the style sheet sets it, depending on reduced motion.
    scrollTo({ top: 0 });
  });
}
