/** Until the next paint, which shows a tap or the focus before longer work begins. */
export const waitForPaint = () =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

type DialogLinks<Loaded> = {
  /** CSS selector of the links. */
  selector: string;
  /** Loads the script of the dialog; called at every sign of intent. */
  load: () => Promise<Loaded>;
  open: (loaded: Loaded, link: HTMLAnchorElement) => void;
};

/**
 * Makes links open a dialog instead of their page. Its script is loaded at the first sign of intent:
 * pointer, touch or focus. If it cannot be loaded, the link opens its page. Either way the tap is
 * painted first: running the script and rendering the dialog take longer than a frame.
 */
export function watchDialogLinks<Loaded>({ selector, load, open }: DialogLinks<Loaded>): void {
  const loadAfterPaint = () => waitForPaint().then(load);
  const findLink = (event: Event) =>
    (event.target as Element | null)?.closest?.<HTMLAnchorElement>(selector) ?? null;
  for (const type of ["pointerover", "touchstart", "focusin"] as const) {
    document.addEventListener(
      type,
      (event) => void (findLink(event) && loadAfterPaint().catch(() => {})),
      { passive: true },
    );
  }
  document.addEventListener("click", (event) => {
    const link = findLink(event);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    link.closest("dialog")?.close();
    loadAfterPaint().then(
      (loaded) => open(loaded, link),
      () => {
        location.href = link.href;
      },
    );
  });
}
