/** A parsed rule or statement of a style sheet. */
type CssPart = {
  /** The text before the braces; absent in a statement without braces. */
  head?: string;
  text: string;
  /** The rules inside `@media` and the like. */
  inner?: CssPart[];
  /**
   * The classes that each selector of a rule needs; a rare element counts as a class named like
   * `<code`.
   */
  needs?: string[][];
};

const GROUP_RULE = /^@(?:layer|media|supports|container)\b/;
/** `(…)` of `:not(…)`, `:is(…)` and the like, except the escaped ones of a class name. */
const PARENTHESES = /(?<!\\)\((?:\\.|[^()\\]|\((?:\\.|[^()\\])*\))*\)/g;
const PLAIN_NOT = /:not\([^()]*\)/g;
/** `:has(…)`, `:is(…)` or `:where(…)` of one selector: what it names must be on the page too. */
const OF_ONE = /:(?:has|is|where)\(([^(),]*)\)/g;
const CLASS = /\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/gi;

/**
 * Elements that few pages have although the base styles have rules for them, and the
 * pseudo-elements of date and file fields.
 */
const RARE_ELEMENT = /^(?:abbr|code|hr|kbd|pre|samp|small|sub|sup|table)(?![\w-])/;
const DATE_PARTS = /^::-webkit-(?:date|calendar-picker)/;
const FILE_PARTS = /^::file-selector-button/;
const ELEMENT_OR_FIELD = /<([a-z]+)(?=[\s>/])|\stype="(date|file|month|time|week)/g;

function listRareElements(selector: string): string[] {
  if (DATE_PARTS.test(selector)) return ["<date"];
  if (FILE_PARTS.test(selector)) return ["<file"];
  const [element] = RARE_ELEMENT.exec(selector) ?? [];
  return element ? [`<${element}`] : [];
}

const unescapeName = (name: string) =>
  name.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gi, (_, code: string | undefined, char: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : char,
  );

/** The index after the block that opens at `start`. */
function findBlockEnd(css: string, start: number): number {
  let depth = 1;
  let at = start + 1;
  for (; depth > 0 && at < css.length; at++) {
    if (css[at] === "{") depth += 1;
    else if (css[at] === "}") depth -= 1;
  }
  return at;
}

const COMMENT = /\/\*[\s\S]*?\*\//g;

function parseCss(css: string): CssPart[] {
  const parts: CssPart[] = [];
  for (let at = 0; at < css.length; ) {
    const open = css.indexOf("{", at);
    const semicolon = css.indexOf(";", at);
    if (semicolon >= 0 && (open < 0 || semicolon < open)) {
      parts.push({ text: css.slice(at, semicolon + 1) });
      at = semicolon + 1;
      continue;
    }
    if (open < 0) break;
    const end = findBlockEnd(css, open);
    const head = css.slice(at, open);
    const text = css.slice(at, end);
    if (GROUP_RULE.test(head))
      parts.push({ head, text, inner: parseCss(css.slice(open + 1, end - 1)) });
    else if (head.startsWith("@")) parts.push({ text });
    else parts.push({ head, text, needs: listNeededClasses(head) });
    at = end;
  }
  return parts;
}

/**
 * Other selectors in parentheses may match without their classes, so they are treated as matching.
 */
const listNeededClasses = (head: string): string[][] =>
  head
    .replace(PLAIN_NOT, "")
    .replace(OF_ONE, " $1")
    .replace(PARENTHESES, "")
    .split(/(?<!\\),/)
    .map((selector) => [
      ...Array.from(selector.matchAll(CLASS), ([, name]) => unescapeName(name ?? "")),
      ...listRareElements(selector.trim()),
    ]);

function serializeCss(parts: readonly CssPart[], isUsed: (name: string) => boolean): string {
  let css = "";
  for (const { head, text, inner, needs } of parts) {
    if (inner) {
      const innerCss = serializeCss(inner, isUsed);
      if (innerCss) css += `${head}{${innerCss}}`;
    } else if (!needs || needs.some((classes) => classes.every(isUsed))) css += text;
  }
  return css;
}

const listAllNeededClasses = (parts: readonly CssPart[]): string[] =>
  parts.flatMap(({ inner, needs }) =>
    inner ? listAllNeededClasses(inner) : (needs?.flat() ?? []),
  );

/**
 * The classes, and rare elements, of a style sheet that a script names and may therefore add to a
 * page.
 */
export function listScriptClasses(script: string, css: string): string[] {
  const words = new Set(script.match(/[^\s"'`]+/g));
  return [...new Set(listAllNeededClasses(parseCss(css.replace(COMMENT, ""))))].filter((name) =>
    words.has(name.replace(/^</, "")),
  );
}

const ENTITIES: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

function listHtmlClasses(html: string): Set<string> {
  const found = new Set<string>();
  for (const [, list = ""] of html.matchAll(/\sclass="([^"]*)"/g)) {
    for (const name of list
      .replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? "")
      .split(/\s+/))
      found.add(name);
  }
  // A time field has the same parts as a date field.
  for (const [, element, field = ""] of html.matchAll(ELEMENT_OR_FIELD))
    found.add(element ? `<${element}` : field === "file" ? "<file" : "<date");
  return found;
}

const VARIABLE_READ = /var\(\s*(--[\w-]+)/g;
const VARIABLE_SET = /(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g;
const VARIABLE_TYPE = /@property (--[\w-]+)\{[^}]*\}/g;

/**
 * Removes custom properties that nothing on the page reads, and those that only a removed one
 * reads.
 */
function removeUnreadProperties(css: string, html: string): string {
  const read = new Set(Array.from(`${css}${html}`.matchAll(VARIABLE_READ), ([, name]) => name));
  const ifRead = (whole: string, name: string) => (read.has(name) ? whole : "");
  const left = css.replace(VARIABLE_SET, ifRead).replace(VARIABLE_TYPE, ifRead);
  return left.length === css.length ? css : removeUnreadProperties(left, html);
}

/**
 * Classes that a script may add to elements; `onlyWith`: texts of the HTML, one of which a page has
 * that runs the script. Without it, all pages run it.
 */
export type ScriptClasses = { onlyWith?: readonly string[]; classes: readonly string[] };

/**
 * Creates a function that reduces a style sheet to the rules that a page may need: those whose
 * classes and rare elements are in its HTML or in the scripts that may change it, and the custom
 * properties that these rules or the HTML read. Rules without classes and font faces stay, and so
 * does the order.
 */
export function createPageCss(
  css: string,
  scripts: readonly ScriptClasses[],
): (html: string) => string {
  const parts = parseCss(css.replace(COMMENT, ""));
  const added = scripts.map(({ onlyWith, classes }) => ({ onlyWith, classes: new Set(classes) }));
  return (html) => {
    const own = listHtmlClasses(html);
    const run = added.filter(
      ({ onlyWith }) => !onlyWith || onlyWith.some((marker) => html.includes(marker)),
    );
    return removeUnreadProperties(
      serializeCss(parts, (name) => own.has(name) || run.some(({ classes }) => classes.has(name))),
      html,
    );
  };
}
