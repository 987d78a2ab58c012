// The one small script of content pages. The pages work without it; nothing here may change DOM
// that React owns.

import { watchDialogs } from "./dialogs.ts";
import { countPageView } from "./events.ts";
import { whenIdle } from "./idle.ts";
import { watchChosenLinks } from "./menus.ts";
import { registerOfflinePages } from "./offline.ts";
import { showOptOut } from "./opt-out.ts";
import { watchQuoteLinks } from "./quote.ts";
import { watchSearchLink } from "./search-link.ts";
import { watchZipForms } from "./zip-form.ts";

watchChosenLinks();
watchQuoteLinks();
watchZipForms();
watchDialogs();
watchSearchLink();
showOptOut();
if (document.querySelector("[data-reveal], [data-code-form]"))
  void import("./sign-in.ts").then(({ enhanceSignIn }) => enhanceSignIn());
if (document.querySelector("[data-print], [data-checklist], [data-faq]"))
  void import("./guide.ts").then(({ enhanceGuide }) => enhanceGuide());
const quiz = document.querySelector<HTMLElement>("[data-quiz]");
if (quiz) void import("./quiz.ts").then(({ startQuiz }) => startQuiz(quiz));
const tool = document.querySelector<HTMLElement>("[data-tool]");
if (tool) whenIdle(() => void import("./tool.tsx").then(({ hydrateTool }) => hydrateTool(tool)));
registerOfflinePages();
countPageView();

if (import.meta.hot) {
  import.meta.hot.on("react-router:hmr", () => {
    if (document.body.dataset.interactive === "false") location.reload();
  });
}
