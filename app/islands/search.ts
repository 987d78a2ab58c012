import type { SearchResponse } from "#app/features/search/schema.ts";
import {
  createElement,
  createResults,
  getSelectedIndex,
  listOptions,
  type SearchParts,
  selectHit,
  showHits,
} from "./search-results.ts";

const FAILED = "Search is not working. Press Enter to try the results page.";
const WAITING = "Searching...";
/** From when on a search counts as slow. Earlier words would only flicker. */
const SLOW_MS = 400;
/** Between two letters of a fast typist a slow phone has no time to draw hits. */
const TYPING_PAUSE_MS = 100;
/**
 * The same as in features/search/constants.ts: importing it would create a chunk that is shared
 * with the results page, and a second request.
 */
const MAX_QUERY_LENGTH = 100;
const DIALOG_HITS = "search-hits";

const COMBOBOX = {
  role: "combobox",
  "aria-autocomplete": "list",
  "aria-expanded": "false",
  autocapitalize: "off",
  autocorrect: "off",
  spellcheck: "false",
};

/**
 * The parts of the dialog; it is full screen where there is room for only a few words, on a small
 * screen or in large text.
 */
function createDialog() {
  const input = createElement("input", "input min-w-0 placeholder:text-muted", {
    ...COMBOBOX,
    name: "q",
    type: "text",
    "aria-label": "Search services and guides",
    "aria-controls": DIALOG_HITS,
    placeholder: "What's wrong?",
    maxlength: String(MAX_QUERY_LENGTH),
    autocomplete: "off",
    enterkeyhint: "search",
    autofocus: "",
  });
  const close = createElement(
    "button",
    "shrink-0 rounded-lg px-3 py-2.5 font-semibold hover:bg-sand",
    { type: "button" },
    "Close",
  );
  const form = createElement(
    "form",
    "flex items-center gap-2 border-b border-line p-3",
    { action: "/search", role: "search" },
    input,
    close,
  );
  const results = createResults(DIALOG_HITS);
  const dialog = createElement(
    "dialog",
    "h-dvh max-h-none w-[min(40rem,100%)] max-w-none flex-col overflow-hidden bg-paper text-ink open:flex @min-[40rem]:mx-auto @min-[40rem]:mt-[8dvh] @min-[40rem]:h-auto @min-[40rem]:max-h-[84dvh] @min-[40rem]:rounded-2xl @min-[40rem]:shadow-lift",
    { "aria-label": "Search" },
    form,
    results.status,
    results.list,
    results.more,
  );
  return { dialog, form, input, close, ...results };
}

/**
 * Searches at every short pause in typing, and drops outdated responses.
 * @returns aborts the running search
 */
function watchTyping(parts: SearchParts): () => void {
  let lastQuery = "";
  let running: AbortController | undefined;
  const waitForPause = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const pause = setTimeout(resolve, TYPING_PAUSE_MS);
      signal.addEventListener("abort", () => clearTimeout(pause));
    });
  parts.input.addEventListener("input", async () => {
    const query = parts.input.value.trim();
    if (query === lastQuery) return;
    lastQuery = query;
    running?.abort();
    if (!query) return showHits(parts, "", undefined);
    running = new AbortController();
    const { signal } = running;
    await waitForPause(signal);
    const slow = setTimeout(() => {
      if (!signal.aborted) parts.status.textContent = WAITING;
    }, SLOW_MS);
    try {
      const response = await fetch(`/functions/v1/search?${new URLSearchParams({ q: query })}`, {
        signal,
      });
      if (!response.ok) throw new Error(`search ${response.status}`);
      const found = (await response.json()) as SearchResponse;
      if (!signal.aborted) showHits(parts, query, found);
    } catch {
      if (signal.aborted) return;
      showHits(parts, "", undefined);
      parts.status.textContent = FAILED;
      // Allows another search for the same words.
      lastQuery = "";
    } finally {
      clearTimeout(slow);
    }
  });
  return () => running?.abort();
}

/**
 * Arrow keys move through the hits and back to the field, Enter opens the selected hit or the
 * results page; Escape is handled by the dialog.
 */
function watchKeys(parts: SearchParts): void {
  parts.input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const count = parts.list.children.length;
    const selected = getSelectedIndex(parts);
    if (event.key === "Enter" && selected >= 0) {
      event.preventDefault();
      listOptions(parts)[selected]?.click();
    } else if (count > 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      // One position more than hits: the field itself.
      selectHit(parts, ((selected + 1 + step + count + 1) % (count + 1)) - 1);
    }
  });
  parts.form.addEventListener("submit", (event) => {
    if (!parts.input.value.trim()) event.preventDefault();
  });
}

/** Opens the search over the page. Nothing typed is stored. */
export function openSearch(opener: HTMLElement): void {
  if (document.getElementById(DIALOG_HITS)) return;
  const parts = createDialog();
  const { dialog, close, list, more } = parts;
  const host = createElement("div", "@container", {}, dialog);
  const abortSearch = watchTyping(parts);
  watchKeys(parts);
  close.addEventListener("click", () => dialog.close());
  // The dialog has no padding: a click whose target is the dialog itself is on its backdrop.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  // A link to the current page loads nothing, so the dialog must be closed here.
  for (const part of [list, more])
    part.addEventListener("click", (event) =>
      event.ctrlKey || event.metaKey || event.shiftKey ? undefined : dialog.close(),
    );
  dialog.addEventListener("close", () => {
    abortSearch();
    host.remove();
    if (document.activeElement === document.body) opener.focus();
  });
  document.body.append(host);
  dialog.showModal();
  // Browsers differ in what a dialog focuses first.
  parts.input.focus();
}

/** Shows hits below the field of a form of the page, while somebody types there. */
export function attachSearch(form: HTMLFormElement): void {
  const input = form.elements.namedItem("q") as HTMLInputElement;
  const results = createResults(`${input.id}-hits`);
  const panel = createElement(
    "div",
    "absolute inset-x-0 top-full z-20 mt-1 flex max-h-96 flex-col overflow-hidden rounded-xl border border-line bg-paper text-ink shadow-lift",
    {},
    results.status,
    results.list,
    results.more,
  );
  for (const [name, value] of Object.entries(COMBOBOX)) input.setAttribute(name, value);
  input.setAttribute("aria-controls", results.list.id);
  const parts: SearchParts = { form, input, ...results };
  const showPanel = () => {
    panel.hidden = input.value.trim() === "";
    if (panel.hidden) input.setAttribute("aria-expanded", "false");
  };
  panel.hidden = true;
  input.after(panel);
  watchTyping(parts);
  watchKeys(parts);
  input.addEventListener("input", showPanel);
  input.addEventListener("focus", showPanel);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") panel.hidden = true;
  });
  form.addEventListener("focusout", (event) => {
    if (!form.contains(event.relatedTarget as Node | null)) panel.hidden = true;
  });
  // Finds what was typed before this script had loaded.
  if (input.value) input.dispatchEvent(new Event("input"));
}
