// The one script of content pages, the islands script. The pages work without it. It must not change
// DOM that React owns.

import { watchDialogs } from "./dialogs.ts";
import { countPageView } from "./events.ts";
import { watchGuideParts } from "./guide-parts.ts";
import { runWhenIdle } from "./idle.ts";
import { watchLinkClicks } from "./menus.ts";
import { setUpOfflinePages } from "./offline.ts";
import { showOptOutNotice } from "./opt-out.ts";
import { watchQuoteLinks } from "./quote.ts";
import { watchSearchForms, watchSearchLink } from "./search-link.ts";
import { watchZipForms } from "./zip-forms.ts";

watchLinkClicks();
watchQuoteLinks();
watchZipForms();
watchDialogs();
watchSearchLink();
watchSearchForms();
showOptOutNotice();
if (document.querySelector("[data-reveal], [data-code-form]"))
  void import("./sign-in.ts").then(({ enhanceSignIn }) => enhanceSignIn());
watchGuideParts();
const photoForm = document.querySelector<HTMLFormElement>("[data-photo-form]");
if (photoForm)
  void import("./photos.ts").then(({ enhancePhotoForm }) => enhancePhotoForm(photoForm));
if (document.querySelector("[data-portal], [data-until]"))
  void import("./portal.ts").then(({ enhancePortal }) => enhancePortal());
const quiz = document.querySelector<HTMLElement>("[data-quiz]");
if (quiz) void import("./quiz.ts").then(({ startQuiz }) => startQuiz(quiz));
const tool = document.querySelector<HTMLElement>("[data-tool]");
if (tool) runWhenIdle(() => void import("./tool.tsx").then(({ hydrateTool }) => hydrateTool(tool)));
setUpOfflinePages();
countPageView();

if (import.meta.hot) {
  import.meta.hot.on("react-router:hmr", () => {
    if (document.body.dataset.interactive === "false") location.reload();
  });
}
