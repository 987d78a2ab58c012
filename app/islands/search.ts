import type { SearchHit, SearchResponse } from "#app/features/search/schema.ts";

const HINT = "Type a problem or a service, such as leaking pipe.";
const FAILED = "The search did not answer. Press Enter to try the page of results.";
/**
 * The same as in features/search/constants.ts: importing it would create a chunk that is shared with
 * the results page, and a second request.
 */
const MAX_QUERY_LENGTH = 100;

type Attributes = Record<string, string>;

function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  element.className = className;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * The parts of the dialog; it is full screen where there is room for only a few words, on a small
 * screen or in large text.
 */
function createDialog() {
  const input = createElement("input", "input min-w-0 placeholder:text-muted", {
    name: "q",
    type: "text",
    role: "combobox",
    "aria-label": "Search services and guides",
    "aria-autocomplete": "list",
    "aria-controls": "search-hits",
    "aria-expanded": "false",
    placeholder: "Search",
    maxlength: String(MAX_QUERY_LENGTH),
    autocomplete: "off",
    autocapitalize: "off",
    autocorrect: "off",
    spellcheck: "false",
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
  const status = createElement(
    "p",
    "px-4 py-2.5 text-[0.9375rem] text-muted",
    { role: "status" },
    HINT,
  );
  const list = createElement("div", "min-h-0 overflow-y-auto overscroll-contain", {
    id: "search-hits",
    role: "listbox",
    "aria-label": "Results",
  });
  const more = createElement("div", "flex flex-wrap gap-3 border-t border-line p-3");
  list.hidden = true;
  more.hidden = true;
  const dialog = createElement(
    "dialog",
    "h-dvh max-h-none w-[min(40rem,100%)] max-w-none flex-col overflow-hidden bg-paper text-ink open:flex @min-[40rem]:mx-auto @min-[40rem]:mt-[8dvh] @min-[40rem]:h-auto @min-[40rem]:max-h-[84dvh] @min-[40rem]:rounded-2xl @min-[40rem]:shadow-lift",
    { "aria-label": "Search" },
    form,
    status,
    list,
    more,
  );
  return { dialog, form, input, close, status, list, more };
}

type Parts = ReturnType<typeof createDialog>;

/** A hit is a link, so that it opens in a new tab like any other. */
function createOption(hit: SearchHit, index: number): HTMLAnchorElement {
  const kindLook = hit.kind === "Emergency" ? "font-bold text-danger" : "text-muted";
  const head = createElement(
    "span",
    "flex flex-wrap items-baseline justify-between gap-x-3",
    {},
    createElement("span", "font-display text-lg leading-6 font-bold", {}, hit.name),
    createElement("span", `text-sm ${kindLook}`, {}, hit.kind),
  );
  return createElement(
    "a",
    "block border-t border-line px-4 py-3 hover:bg-sand aria-selected:bg-sand",
    {
      href: hit.path,
      id: `search-hit-${index}`,
      role: "option",
      "aria-selected": "false",
      tabindex: "-1",
    },
    head,
    createElement("span", "mt-1 block text-[0.9375rem] text-muted", {}, hit.summary),
  );
}

const listOptions = ({ list }: Parts) => [...list.children] as HTMLAnchorElement[];
const getSelectedIndex = (parts: Parts) =>
  listOptions(parts).findIndex((option) => option.getAttribute("aria-selected") === "true");

/** Selects one hit, or none for -1; the focus stays in the field. */
function selectHit(parts: Parts, index: number): void {
  for (const [position, option] of listOptions(parts).entries())
    option.setAttribute("aria-selected", String(position === index));
  const option = listOptions(parts)[index];
  if (option) {
    parts.input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest", behavior: "instant" });
  } else parts.input.removeAttribute("aria-activedescendant");
}

/** Shows the hits of a query; undefined without a query. */
function showHits(parts: Parts, query: string, hits: SearchHit[] | undefined): void {
  const { list, input, status, more } = parts;
  const selectedPath = listOptions(parts)[getSelectedIndex(parts)]?.pathname;
  list.replaceChildren(...(hits ?? []).map(createOption));
  list.hidden = !hits?.length;
  list.scrollTop = 0;
  input.setAttribute("aria-expanded", String(!list.hidden));
  // A response that arrives after an arrow key keeps the selected hit.
  selectHit(parts, hits?.findIndex(({ path }) => path === selectedPath) ?? -1);
  status.textContent = !hits
    ? HINT
    : hits.length === 0
      ? "No results. Try one or two plain words, or call us."
      : hits.length === 1
        ? "1 result"
        : `${hits.length} results`;
  more.hidden = !hits;
  if (hits)
    more.replaceChildren(
      ...(hits.length > 0 ? [createAllResultsLink(query)] : createNoResultsLinks()),
    );
}

const createAllResultsLink = (query: string) =>
  createElement(
    "a",
    "link py-1",
    { href: `/search?${new URLSearchParams({ q: query })}` },
    "All results on one page",
  );

/** Links for a search without results: the phone number of the header, and all services. */
function createNoResultsLinks(): HTMLAnchorElement[] {
  const phone = document.querySelector<HTMLAnchorElement>("header a[href^='tel:']")?.href;
  const services = createElement("a", "btn btn-line", { href: "/home-services" }, "All services");
  return phone
    ? [createElement("a", "btn btn-action", { href: phone }, "Call Now"), services]
    : [services];
}

/** Searches at every keystroke and drops outdated responses. @returns aborts the running search */
function watchTyping(parts: Parts): () => void {
  let lastQuery = "";
  let running: AbortController | undefined;
  parts.input.addEventListener("input", async () => {
    const query = parts.input.value.trim();
    if (query === lastQuery) return;
    lastQuery = query;
    running?.abort();
    if (!query) return showHits(parts, "", undefined);
    running = new AbortController();
    const { signal } = running;
    try {
      const response = await fetch(`/functions/v1/search?${new URLSearchParams({ q: query })}`, {
        signal,
      });
      if (!response.ok) throw new Error(`search ${response.status}`);
      const { hits } = (await response.json()) as SearchResponse;
      if (!signal.aborted) showHits(parts, query, hits);
    } catch {
      if (signal.aborted) return;
      showHits(parts, "", undefined);
      parts.status.textContent = FAILED;
      // Allows another search for the same words.
      lastQuery = "";
    }
  });
  return () => running?.abort();
}

/**
 * Arrow keys move through the hits and back to the field, Enter opens the selected hit or the
 * results page; Escape is handled by the dialog.
 */
function watchKeys(parts: Parts): void {
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
  if (document.querySelector("#search-hits")) return;
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
