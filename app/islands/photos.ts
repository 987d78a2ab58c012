import { parsePage } from "./parse-page.ts";
import { shrinkPhoto } from "./shrink-photo.ts";

/** As long as the server waits for a large body. */
const DEADLINE_MS = 120_000;
const UNREACHABLE =
  "The photos could not be sent. Check your connection, then press Send photos again.";
const REFUSED = "The photos could not be added. Load this page again, then try once more.";

/**
 * Makes photos smaller before they are sent, shows how far it is, and keeps the page and the chosen
 * photos if the server does not respond. The form works without it.
 */
export function enhancePhotoForm(form: HTMLFormElement): void {
  const input = form.querySelector<HTMLInputElement>("input[type=file]");
  const status = form.querySelector("[role=status]");
  const progress = form.querySelector("progress");
  if (!input || !status || !progress) return;
  const remaining = Number(form.dataset.photoForm);
  const say = (text: string) => {
    status.textContent = text;
  };
  let isSending = false;

  async function sendFiles(files: File[]): Promise<void> {
    const body = new FormData();
    for (const [index, file] of files.entries()) {
      say(`Making photo ${index + 1} of ${files.length} smaller`);
      body.append("photos", await shrinkPhoto(file));
    }
    say(`Sending ${files.length === 1 ? "the photo" : `${files.length} photos`}`);
    const html = await send(form.action, body, (sent) => {
      // What follows takes the server a few seconds.
      if (sent === 1) say("Sent. We are storing them now");
      showProgress(sent);
    });
    showProgress(null);
    if (html === null) say(UNREACHABLE);
    else if (!showSection(html)) say(REFUSED);
  }
  /** @param sent share of the bytes, from 0 to 1; null hides it */
  function showProgress(sent: number | null): void {
    if (!progress) return;
    progress.hidden = sent === null;
    progress.value = sent ?? 0;
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const files = [...(input.files ?? [])];
    if (isSending || files.length === 0) return;
    if (files.length > remaining)
      return say(
        `You chose ${files.length} photos, and ${remaining === 1 ? "one more fits" : `${remaining} more fit`}. Choose fewer.`,
      );
    isSending = true;
    await sendFiles(files);
    isSending = false;
  });
}

/**
 * Posts a form. Not with fetch, which does not tell how much was sent.
 * @returns the page of the response, after redirects; null where none arrived
 */
function send(
  url: string,
  body: FormData,
  onProgress: (sent: number) => void,
): Promise<string | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.timeout = DEADLINE_MS;
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => resolve(request.responseText);
    request.onerror = () => resolve(null);
    request.ontimeout = () => resolve(null);
    request.send(body);
  });
}

/**
 * Replaces the section of photos with that of a page.
 * @returns false where the page has none, such as that of an overloaded server
 */
function showSection(html: string): boolean {
  const section = parsePage(html).querySelector<HTMLElement>("#photos");
  const current = document.querySelector("#photos");
  if (!section || !current) return false;
  current.replaceWith(section);
  const form = section.querySelector<HTMLFormElement>("[data-photo-form]");
  if (form) enhancePhotoForm(form);
  const first = section.querySelector<HTMLElement>("[role=alert]") ?? section.querySelector("h2");
  if (first) first.tabIndex = -1;
  first?.focus();
  return true;
}
