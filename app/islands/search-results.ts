import type { SearchHit, SearchResponse } from "#app/features/search/schema.ts";
import { waitForPaint } from "./idle.ts";

const HINT = "Type a problem or a service, such as a leaking pipe.";

/**
 * As many as a phone shows above its keyboard. The others follow a frame later: the next letter must
 * not wait for them.
 */
const HITS_AT_ONCE = 5;

type Attributes = Record<string, string>;

export function createElement<Tag extends keyof HTMLElementTagNameMap>(
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

/** What shows the hits: how many there are, the hits, and where to go on. */
export function createResults(id: string) {
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
  const more = createElement("div", "flex flex-wrap gap-3 border-t border-line px-4 py-3");
  list.hidden = true;
  more.hidden = true;
  return { status, list, more };
}

/** The field, and what shows its hits. */
export type SearchParts = ReturnType<typeof createResults> & {
  form: HTMLFormElement;
  input: HTMLInputElement;
};

/** The picture is loaded after the words are painted. */
function createThumbnail({ scene, kind }: SearchHit): HTMLElement {
  const picture = createElement("img", "size-full rounded-lg", {
    width: "64",
    height: "48",
    alt: "",
    loading: "lazy",
    decoding: "async",
  });
  void waitForPaint().then(() => {
    picture.src = `/art/small/${scene}.webp`;
  });
  return createElement(
    "span",
    "relative mt-1 h-12 w-16 shrink-0",
    {},
    picture,
    ...(kind === "Quiz" ? [createQuizBadge()] : []),
  );
}

/** As in search-hits.tsx: a quiz has the picture of its service. */
const createQuizBadge = () =>
  createElement(
    "span",
    "absolute -right-1.5 -bottom-1.5 size-6 rounded-full bg-deep text-center leading-6 font-bold text-sun",
    { "aria-hidden": "true" },
    "?",
  );

/** A hit is a link, so that it opens in a new tab like any other. */
function createOption(hit: SearchHit, id: string, zip: string): HTMLAnchorElement {
  const isEmergency = hit.kind === "Emergency";
  const isService = hit.kind === "Home service" || hit.kind === "Auto service";
  const text = createElement(
    "span",
    "min-w-0 grow",
    {},
    createElement("span", "block font-display text-lg leading-6 font-bold", {}, hit.name),
    createElement(
      "span",
      isEmergency ? "mt-1 block" : "mt-0.5 block truncate text-sm",
      {},
      ` ${hit.kind}: `,
      ...hit.snippet.map((part, index) => (index % 2 ? createElement("b", "", {}, part) : part)),
    ),
  );
  return createElement(
    "a",
    isEmergency
      ? "block bg-danger px-4 py-4 text-paper"
      : "flex gap-3 border-t border-line px-4 py-3 hover:bg-sand aria-selected:bg-sand",
    {
      href: isService && zip ? `${hit.path}?zip=${zip}` : hit.path,
      id,
      role: "option",
      "aria-selected": "false",
      tabindex: "-1",
    },
    ...(isEmergency ? [] : [createThumbnail(hit)]),
    text,
  );
}

export const listOptions = ({ list }: SearchParts) => [...list.children] as HTMLAnchorElement[];
export const getSelectedIndex = (parts: SearchParts) =>
  listOptions(parts).findIndex((option) => option.getAttribute("aria-selected") === "true");

/** Selects one hit, or none for -1; the focus stays in the field. */
export function selectHit(parts: SearchParts, index: number): void {
  for (const [position, option] of listOptions(parts).entries())
    option.setAttribute("aria-selected", String(position === index));
  const option = listOptions(parts)[index];
  if (option) {
    parts.input.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest", behavior: "instant" });
  } else parts.input.removeAttribute("aria-activedescendant");
}

/** Shows the hits of a query; undefined without a query. An emergency stands alone. */
export function showHits(
  parts: SearchParts,
  query: string,
  found: SearchResponse | undefined,
): void {
  const { form, list, input, status, more } = parts;
  const isEmergency = found?.hits[0]?.kind === "Emergency";
  const hits = isEmergency ? found?.hits.slice(0, 1) : found?.hits;
  const zip = new FormData(form).get("zip")?.toString() ?? "";
  const selectedPath = listOptions(parts)[getSelectedIndex(parts)]?.pathname;
  // Here, where nothing has to be laid out for it.
  list.scrollTop = 0;
  const createOptions = (start: number, end?: number) =>
    (hits ?? [])
      .slice(start, end)
      .map((hit, at) =>
        createOption(hit, `${list.id}-${start + at}`, /^\d{5}$/.test(zip) ? zip : ""),
      );
  const first = createOptions(0, HITS_AT_ONCE);
  list.replaceChildren(...first);
  list.hidden = !hits?.length;
  list.closest("dialog")?.classList.toggle("night-dialog", isEmergency);
  input.setAttribute("aria-expanded", String(!list.hidden));
  // A response that arrives after an arrow key keeps the selected hit.
  const selected = hits?.findIndex(({ path }) => path === selectedPath) ?? -1;
  selectHit(parts, selected);
  void waitForPaint().then(() => {
    if (list.firstChild !== first[0]) return;
    list.append(...createOptions(HITS_AT_ONCE));
    if (selected >= HITS_AT_ONCE) selectHit(parts, selected);
  });
  status.textContent = isEmergency ? "This may be dangerous." : describeHits(found);
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

function describeHits(found: SearchResponse | undefined): string {
  if (!found) return HINT;
  const { hits, total } = found;
  if (hits.length === 0) return "No results. Try one or two plain words, or call us.";
  if (hits.length < total) return `Best ${hits.length} of ${total} results`;
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
