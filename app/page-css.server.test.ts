import { expect, test } from "vitest";
import { createPageCss, listScriptClasses } from "./page-css.server.ts";

const trimCss = (css: string, html: string, script = "") =>
  createPageCss(css, [{ classes: listScriptClasses(script, css) }])(html);

test.each([
  [".a{color:red}.b{color:blue}", ".a{color:red}"],
  ["p{margin:0}:root{color:red}.b{margin:0}", "p{margin:0}:root{color:red}"],
  [
    ':root{--x:1;--y:"a", b;--z:var(--x);--w:3}.a{margin:var(--z,0);padding:var( --w)}.b{margin:var(--y)}@property --x{inherits:false}@property --y{inherits:false}',
    ":root{--x:1;--z:var(--x);--w:3}.a{margin:var(--z,0);padding:var( --w)}@property --x{inherits:false}",
  ],
  [":root{--x:var(--y);--y:1}.a{--x:2;top:0}", ":root{}.a{top:0}"],
  [".a .b{margin:0}.a>p{margin:0}.b,.a:hover{margin:1px}", ".a>p{margin:0}.b,.a:hover{margin:1px}"],
  [
    "@media (width>=40rem){.a{margin:0}.b{margin:0}}@media print{.b{margin:0}}",
    "@media (width>=40rem){.a{margin:0}}",
  ],
  [
    "@layer base,utilities;@layer base{.b{margin:0}p{margin:0}}",
    "@layer base,utilities;@layer base{p{margin:0}}",
  ],
  [
    ".a:not(.b){margin:0}.b:not(.a){margin:0}:is(.b,p){margin:0}",
    ".a:not(.b){margin:0}:is(.b,p){margin:0}",
  ],
  [
    "p:has(.b){margin:0}p:has(.a) .b,p:has(p.a:hover){margin:1px}p:not(:has(.b)),p:has(.b,p){margin:2px}",
    "p:has(.a) .b,p:has(p.a:hover){margin:1px}p:not(:has(.b)),p:has(.b,p){margin:2px}",
  ],
  [
    ":is(.a>*){margin:0}:is(.b>*){margin:1px}:where(.a>:not(:last-child)),:where(.b>p){margin:2px}:where(.b>:not(:last-child)){margin:3px}",
    ":is(.a>*){margin:0}:where(.a>:not(:last-child)),:where(.b>p){margin:2px}",
  ],
  [
    "@font-face{src:url(x)}@keyframes turn{0%{top:0}to{top:1px}}@property --x{inherits:false}p{top:var(--x)}",
    "@font-face{src:url(x)}@keyframes turn{0%{top:0}to{top:1px}}@property --x{inherits:false}p{top:var(--x)}",
  ],
  ["/* b{ */.a{margin:0}", ".a{margin:0}"],
])("%s is reduced to what an element of class a needs", (css, left) => {
  expect(trimCss(css, '<p class="x a">.b</p>')).toBe(left);
});

test("keeps rules of rare elements where the page has one, or a script may create one", () => {
  const base =
    "p{top:0}hr{top:1px}code,kbd{top:2px}::-webkit-datetime-edit{top:3px}::-webkit-date-and-time-value,::file-selector-button{top:4px}.code{top:5px}";
  expect(trimCss(base, "<p>a header</p>")).toBe("p{top:0}");
  expect(trimCss(base, "<p>a<kbd>b</kbd></p><hr>")).toBe("p{top:0}hr{top:1px}code,kbd{top:2px}");
  expect(trimCss(base, '<input name="a" type="datetime-local">')).toBe(
    "p{top:0}::-webkit-datetime-edit{top:3px}::-webkit-date-and-time-value,::file-selector-button{top:4px}",
  );
  expect(trimCss(base, '<input type="file"/>', 'e("kbd")')).toBe(
    "p{top:0}code,kbd{top:2px}::-webkit-date-and-time-value,::file-selector-button{top:4px}",
  );
});

test("finds class names with special characters, in HTML and in scripts", () => {
  const css = String.raw`.w-\[min\(30rem\,92vw\)\]{width:1px}.md\:grid{display:grid}.\[\&\>li\]\:mt-2>li{margin:0}.\32 xl{top:0}.before\:content-\[\"\"\]:before{content:""}.other{top:1px}`;
  const html =
    '<p class="w-[min(30rem,92vw)] md:grid [&amp;&gt;li]:mt-2 2xl before:content-[&quot;&quot;]">';
  expect(trimCss(css, html)).toBe(css.replace(".other{top:1px}", ""));
  expect(trimCss(css, "", 'x.className="md:grid other";y=`w-[min(30rem,92vw)]`')).toBe(
    String.raw`.w-\[min\(30rem\,92vw\)\]{width:1px}.md\:grid{display:grid}.other{top:1px}`,
  );
});

test("keeps a custom property that only the HTML reads", () => {
  expect(trimCss(":root{--x:1;--y:2}", '<p style="color:var(--x)">')).toBe(":root{--x:1;}");
});
