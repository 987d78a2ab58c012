import { parsePage } from "./parse-page.ts";

/**
 * Shows the password on request, reduces a code to its digits, and keeps the page if the server does not
 * respond. The forms work without it.
 */
export function enhanceSignIn(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-reveal]")) {
    const field = document.querySelector<HTMLInputElement>(`#${button.dataset.reveal}`);
    button.addEventListener("click", () => {
      if (!field) return;
      const shown = field.type === "text";
      field.type = shown ? "password" : "text";
      button.textContent = shown ? "Show" : "Hide";
      button.setAttribute("aria-pressed", String(!shown));
    });
  }
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-code-form]")) {
    const field = form.elements.namedItem("code") as HTMLInputElement;
    const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
    const length = field.maxLength;
    // A code may be pasted with a space in it, which the browser would count against the maximum
    // length.
    field.removeAttribute("maxlength");
    const check = () => {
      field.value = field.value.replace(/\D/g, "").slice(0, length);
      if (button) button.disabled = field.value.length !== length;
    };
    field.addEventListener("input", check);
    check();
    field.focus();
  }
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-failed]"))
    submitWithFetch(form);
}

/** One for all forms of the page: two responses could replace the page in the wrong order. */
let isSending = false;

/**
 * Submits the form with fetch, so that a lost connection does not replace the page with the browser's
 * error page: the form shows that it failed and keeps its values.
 */
function submitWithFetch(form: HTMLFormElement): void {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    document.querySelector("[role=alert]")?.remove();
    const body = new URLSearchParams(
      new FormData(form, event.submitter) as unknown as Record<string, string>,
    );
    const response = await fetch(location.href, {
      method: "POST",
      body,
      redirect: "manual",
      cache: "no-store",
    }).catch(() => null);
    const html = await response?.text().catch(() => null);
    isSending = false;
    // The target of a redirect cannot be read here; the login page redirects to the right place.
    if (response?.type === "opaqueredirect") return location.replace(location.pathname);
    if (!html || !showStep(html)) showFailure(form.dataset.failed ?? "");
  });
}

/**
 * Replaces the page's content with that of the response.
 * @returns false where the response is not a sign-in step, such as from an overloaded server or a proxy
 */
function showStep(html: string): boolean {
  const step = parsePage(html).querySelector("main");
  if (!step?.querySelector("form[data-failed]")) return false;
  document.querySelector("main")?.replaceWith(step);
  enhanceSignIn();
  return true;
}

function showFailure(text: string): void {
  const message = document.createElement("p");
  Object.assign(message, {
    role: "alert",
    textContent: text,
    className: "mt-4 rounded-lg border-2 border-danger p-3 font-semibold text-danger",
  });
  document.querySelector("h1")?.after(message);
}
