/** A style sheet in its parts, so that one page's share of it is found at once. */
type Part = {
  /** What stands before the braces; absent in a statement without them. */
  head?: string;
  text: string;
  /** The rules inside of `@media` and the like. */
  inner?: Part[];
  /**
   * For each selector of a rule the classes that it needs; a rare element counts as one, as
   * `<code`.
   */
  needs?: string[][];
};

const GROUP = /^@(?:layer|media|supports|container)\b/;
/** `(…)` of `:not(…)`, `:is(…)` and the like, but not the escaped ones of a class name. */
const PARENTHESES = /(?<!\\)\((?:\\.|[^()\\]|\((?:\\.|[^()\\])*\))*\)/g;
const CLASS = /\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/gi;

/**
 * Elements that few pages have, though the base styles have rules for them, and the two kinds of
 * fields with parts of their own.
 */
const RARE_ELEMENT = /^(?:abbr|code|hr|kbd|pre|samp|small|sub|sup|table)(?![\w-])/;
const DATE_PARTS = /^::-webkit-(?:date|calendar-picker)/;
const FILE_PARTS = /^::file-selector-button/;
const ELEMENT_OR_FIELD = /<([a-z]+)(?=[\s>/])|\stype="(date|file|month|time|week)/g;

function rareIn(selector: string): string[] {
  if (DATE_PARTS.test(selector)) return ["<date"];
  if (FILE_PARTS.test(selector)) return ["<file"];
  const [element] = RARE_ELEMENT.exec(selector) ?? [];
  return element ? [`<${element}`] : [];
}

const unescaped = (name: string) =>
  name.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gi, (_, code: string | undefined, char: string) =>
    code ? String.fromCodePoint(Number.parseInt(code, 16)) : char,
  );

/** Where the block that opens at `from` ends. */
function endOf(css: string, from: number): number {
  let depth = 1;
  let at = from + 1;
  for (; depth > 0 && at < css.length; at++) {
    if (css[at] === "{") depth += 1;
    else if (css[at] === "}") depth -= 1;
  }
  return at;
}

const COMMENT = /\/\*[\s\S]*?\*\//g;

function split(css: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < css.length; ) {
    const open = css.indexOf("{", at);
    const semicolon = css.indexOf(";", at);
    if (semicolon >= 0 && (open < 0 || semicolon < open)) {
      parts.push({ text: css.slice(at, semicolon + 1) });
      at = semicolon + 1;
      continue;
    }
    if (open < 0) break;
    const end = endOf(css, open);
    const head = css.slice(at, open);
    const text = css.slice(at, end);
    if (GROUP.test(head)) parts.push({ head, text, inner: split(css.slice(open + 1, end - 1)) });
    else if (head.startsWith("@")) parts.push({ text });
    else parts.push({ head, text, needs: classesOf(head) });
    at = end;
  }
  return parts;
}

/** What stands in parentheses may be true without its classes, and counts as true. */
const classesOf = (head: string): string[][] =>
  head
    .replace(PARENTHESES, "")
    .split(/(?<!\\),/)
    .map((selector) => [
      ...Array.from(selector.matchAll(CLASS), ([, name]) => unescaped(name ?? "")),
      ...rareIn(selector.trim()),
    ]);

function join(parts: readonly Part[], isUsed: (name: string) => boolean): string {
  let css = "";
  for (const { head, text, inner, needs } of parts) {
    if (inner) {
      const within = join(inner, isUsed);
      if (within) css += `${head}{${within}}`;
    } else if (!needs || needs.some((classes) => classes.every(isUsed))) css += text;
  }
  return css;
}

const allNeeds = (parts: readonly Part[]): string[] =>
  parts.flatMap(({ inner, needs }) => (inner ? allNeeds(inner) : (needs?.flat() ?? [])));

/**
 * The classes, and rare elements, of a style sheet that a script names, so that it may give them to
 * a page.
 */
export function classesNamedIn(script: string, css: string): string[] {
  const words = new Set(script.match(/[^\s"'`]+/g));
  return [...new Set(allNeeds(split(css.replace(COMMENT, ""))))].filter((name) =>
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

function classesIn(html: string): Set<string> {
  const found = new Set<string>();
  for (const [, list = ""] of html.matchAll(/\sclass="([^"]*)"/g)) {
    for (const name of list
      .replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => ENTITIES[entity] ?? "")
      .split(/\s+/))
      found.add(name);
  }
  // A field for a time has the parts of one for a date.
  for (const [, element, field = ""] of html.matchAll(ELEMENT_OR_FIELD))
    found.add(element ? `<${element}` : field === "file" ? "<file" : "<date");
  return found;
}

const VARIABLE_READ = /var\(\s*(--[\w-]+)/g;
const VARIABLE_SET = /(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g;
const VARIABLE_TYPE = /@property (--[\w-]+)\{[^}]*\}/g;

/**
 * Leaves out custom properties that nothing on the page reads, and those that only such a property
 * reads.
 */
function withoutUnread(css: string, html: string): string {
  const read = new Set(Array.from(`${css}${html}`.matchAll(VARIABLE_READ), ([, name]) => name));
  const ifRead = (whole: string, name: string) => (read.has(name) ? whole : "");
  const left = css.replace(VARIABLE_SET, ifRead).replace(VARIABLE_TYPE, ifRead);
  return left.length === css.length ? css : withoutUnread(left, html);
}

/**
 * Makes the function that cuts a style sheet down to what a page can need: rules whose classes and
 * rare elements stand in its HTML or in the scripts that may change it, and custom properties that
 * these rules or the HTML read. Order stays. Other rules without classes and faces stay all.
 * @param scriptClasses classes that scripts may give to elements
 */
export function createPageCss(
  css: string,
  scriptClasses: readonly string[],
): (html: string) => string {
  const parts = split(css.replace(COMMENT, ""));
  const always = new Set(scriptClasses);
  return (html) => {
    const classes = classesIn(html);
    return withoutUnread(
      join(parts, (name) => classes.has(name) || always.has(name)),
      html,
    );
  };
}
