// The one script of content pages, the islands script. The pages work without it. It must not change
// DOM that React owns.

import { waitForPaint } from "./dialog-links.ts";
import { watchDialogs } from "./dialogs.ts";
import { countPageView, forwardFunnelEvents } from "./events.ts";
import { watchGuideParts } from "./guide-parts.ts";
import { runWhenIdle } from "./idle.ts";
import { watchLinkClicks } from "./menus.ts";
import { setUpOfflinePages } from "./offline.ts";
import { showOptOutNotice } from "./opt-out.ts";
import { watchQuoteLinks } from "./quote.ts";
import { watchSearchForms, watchSearchLink } from "./search-link.ts";
import { watchZipForms } from "./zip-forms.ts";

// Named: an import whose result is unpacked at once becomes a longer script.
const loadSignIn = () => import("./sign-in.ts");
const loadPhotos = () => import("./photos.ts");
const loadPortal = () => import("./portal.ts");
const loadQuiz = () => import("./quiz.ts");
const loadTool = () => import("./tool.tsx");

/** Runs what a page needs only if it has a certain part. */
function enhance(selector: string, run: (part: HTMLElement) => unknown): void {
  const part = document.querySelector<HTMLElement>(selector);
  if (part) run(part);
}

forwardFunnelEvents();
watchLinkClicks();
watchQuoteLinks();
watchZipForms();
watchDialogs();
watchSearchLink();
watchSearchForms();
showOptOutNotice();
watchGuideParts();
enhance("[data-reveal], [data-code-form]", () =>
  loadSignIn().then(({ enhanceSignIn }) => enhanceSignIn()),
);
enhance("[data-photo-form]", (form) =>
  loadPhotos().then(({ enhancePhotoForm }) => enhancePhotoForm(form as HTMLFormElement)),
);
enhance("[data-portal], [data-until]", () =>
  loadPortal().then(({ enhancePortal }) => enhancePortal()),
);
enhance("[data-quiz]", (quiz) => loadQuiz().then(({ startQuiz }) => startQuiz(quiz)));
enhance("[data-tool]", (tool) =>
  runWhenIdle(() => void loadTool().then(({ hydrateTool }) => hydrateTool(tool))),
);
setUpOfflinePages();
// Storage and beacons take a slow phone longer than all of the above.
void waitForPaint().then(countPageView);

if (import.meta.hot) {
  import.meta.hot.on("react-router:hmr", () => {
    if (document.body.dataset.interactive === "false") location.reload();
  });
}
