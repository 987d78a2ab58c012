// The one small script of content pages. The pages work without it; nothing here may change DOM that React owns.
import { watchChosenLinks } from "./menus.ts";
import { showOptOut } from "./opt-out.ts";
import { watchQuoteLinks } from "./quote.ts";
import { watchZipForms } from "./zip-form.ts";

watchChosenLinks();
watchQuoteLinks();
watchZipForms();
showOptOut();

if (import.meta.hot) {
  import.meta.hot.on("react-router:hmr", () => {
    if (document.body.dataset.interactive === "false") location.reload();
  });
}
