import type { SearchHit, SearchResponse } from "#app/features/search/schema.ts";

const HINT = "Type a problem or a service, such as leaking pipe.";
const FAILED = "The search did not answer. Press Enter to try the page of results.";
/**
 * The same as in features/search/constants.ts: importing it would create a chunk that is shared with
 * the results page, and a second request.
 */
const MAX_QUERY_LENGTH = 100;
const DIALOG_HITS = "search-hits";

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

const COMBOBOX = {
  role: "combobox",
  "aria-autocomplete": "list",
  "aria-expanded": "false",
  autocapitalize: "off",
  autocorrect: "off",
  spellcheck: "false",
};

/** What shows the hits: how many there are, the hits, and where to go on. */
function createResults(id: string) {
  const status = createElement(
    "p",
    "px-4 py-2.5 text-[0.9375rem] text-muted",
    { role: "status" },
    HINT,
  );
  const list = createElement("div", "min-h-0 overflow-y-auto overscroll-contain", {
    id,
    role: "listbox",
    "aria-label": "Results",
  });
  const more = createElement("div", "flex flex-wrap gap-3 border-t border-line p-3");
  list.hidden = true;
  more.hidden = true;
  return { status, list, more };
}

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

type Parts = ReturnType<typeof createResults> & {
  form: HTMLFormElement;
  input: HTMLInputElement;
};

/** A hit is a link, so that it opens in a new tab like any other. */
function createOption(hit: SearchHit, id: string, zip: string): HTMLAnchorElement {
  const isEmergency = hit.kind === "Emergency";
  const isService = hit.kind === "Home service" || hit.kind === "Auto service";
  const head = createElement(
    "span",
    "flex flex-wrap items-baseline justify-between gap-x-3",
    {},
    createElement("span", "font-display text-lg leading-6 font-bold", {}, hit.name),
    createElement("span", "text-sm", {}, hit.kind),
  );
  return createElement(
    "a",
    isEmergency
      ? "block bg-danger px-4 py-4 text-paper"
      : "block border-t border-line px-4 py-3 hover:bg-sand aria-selected:bg-sand",
    {
      href: isService && zip ? `${hit.path}?zip=${zip}` : hit.path,
      id,
      role: "option",
      "aria-selected": "false",
      tabindex: "-1",
    },
    head,
    createElement("span", "mt-1 block text-[0.9375rem]", {}, hit.summary),
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

/** Shows the hits of a query; undefined without a query. An emergency stands alone. */
function showHits(parts: Parts, query: string, found: SearchHit[] | undefined): void {
  const { form, list, input, status, more } = parts;
  const isEmergency = found?.[0]?.kind === "Emergency";
  const hits = isEmergency ? found?.slice(0, 1) : found;
  const zip = new FormData(form).get("zip")?.toString() ?? "";
  const selectedPath = listOptions(parts)[getSelectedIndex(parts)]?.pathname;
  list.replaceChildren(
    ...(hits ?? []).map((hit, index) =>
      createOption(hit, `${list.id}-${index}`, /^\d{5}$/.test(zip) ? zip : ""),
    ),
  );
  list.hidden = !hits?.length;
  list.scrollTop = 0;
  input.setAttribute("aria-expanded", String(!list.hidden));
  // A response that arrives after an arrow key keeps the selected hit.
  selectHit(parts, hits?.findIndex(({ path }) => path === selectedPath) ?? -1);
  status.textContent = isEmergency ? "This may be dangerous." : describeHits(hits);
  more.hidden = !hits;
  if (hits)
    more.replaceChildren(
      ...(isEmergency
        ? createEmergencyLinks(hits)
        : hits.length > 0
          ? [createAllResultsLink(query)]
          : createNoResultsLinks()),
    );
}

function describeHits(hits: SearchHit[] | undefined): string {
  if (!hits) return HINT;
  if (hits.length === 0) return "No results. Try one or two plain words, or call us.";
  return hits.length === 1 ? "1 result" : `${hits.length} results`;
}

/** 911, and all steps of the danger. */
const createEmergencyLinks = (hits: SearchHit[] = []) => [
  createElement("a", "btn btn-action", { href: "tel:911" }, "Call 911"),
  ...hits.map(({ path }) =>
    createElement("a", "btn btn-line", { href: path }, "What to do right now"),
  ),
];

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
  const parts: Parts = { form, input, ...results };
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
