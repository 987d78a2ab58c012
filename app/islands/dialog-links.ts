import styleSheet from "#app/app.css?url";
import { waitForPaint } from "./idle.ts";

let styles: Promise<unknown> | undefined;

/**
 * Adds the styles that a page does not have itself. Only once they are needed: it restyles the whole
 * page, which takes a slow phone longer than a tap may.
 */
export function loadStyles(): Promise<unknown> {
  styles ??= new Promise((resolve, reject) => {
    // Some pages link to the whole sheet from the start.
    if (document.querySelector(`link[href="${styleSheet}"]`)) return resolve(undefined);
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = styleSheet;
    link.onload = resolve;
    link.onerror = () => {
      // A failed load is retried the next time.
      styles = undefined;
      reject(new Error("the styles did not load"));
    };
    document.head.append(link);
  });
  return styles;
}

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
  const findLink = (event: Event) =>
    (event.target as Element | null)?.closest?.<HTMLAnchorElement>(selector) ?? null;
  for (const type of ["pointerover", "touchstart", "focusin"] as const) {
    document.addEventListener(
      type,
      (event) =>
        void (
          findLink(event) &&
          waitForPaint()
            .then(load)
            .catch(() => {})
        ),
      { passive: true },
    );
  }
  document.addEventListener("click", (event) => {
    const link = findLink(event);
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    link.closest("dialog")?.close();
    waitForPaint()
      .then(() => Promise.all([load(), loadStyles()]))
      .then(
        ([loaded]) => open(loaded, link),
        () => {
          location.href = link.href;
        },
      );
  });
}
