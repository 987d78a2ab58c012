/** A click on a link closes the menus; a link to the current page scrolls back to the top. */
export function watchLinkClicks(): void {
  // On the window, so it runs last: the router has prevented the default of its own links by then.
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    for (const menu of document.querySelectorAll<HTMLElement>("[popover]:popover-open"))
      menu.hidePopover();
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
