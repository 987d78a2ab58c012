// The one script of content pages, the islands script. The pages work without it. It must not change
// DOM that React owns.

import { watchDialogs } from "./dialogs.ts";
import { countPageView, forwardFunnelEvents } from "./events.ts";
import { watchGuideParts } from "./guide-parts.ts";
import { runWhenIdle, waitForPaint } from "./idle.ts";
import { watchLinkClicks } from "./menus.ts";
import { setUpOfflinePages } from "./offline.ts";
import { showOptOutNotice } from "./opt-out.ts";
import { setUpPrerendering } from "./prerendering.ts";
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

function enhancePage(): void {
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
  setUpPrerendering();
}

// At once: the first event must find its listener.
forwardFunnelEvents();
// On a slow phone all else would delay the first paint, if the script is there before it.
const painted = waitForPaint();
void (document.hidden ? Promise.resolve() : painted).then(enhancePage);
// A tap may come between the two.
void painted.then(waitForPaint).then(countPageView);

if (import.meta.hot) {
  import.meta.hot.on("react-router:hmr", () => {
    if (document.body.dataset.interactive === "false") location.reload();
  });
}
