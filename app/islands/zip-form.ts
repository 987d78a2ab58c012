import { loadWizard } from "./quote.ts";

const DEADLINE_MS = 5_000;

type Coverage = { city: string | null; state: string | null; message: string };

/**
 * ZIP field of a service page: digits only, a look-up behind "Checking...", then the Service
 * Available dialog.
 */
export function watchZipForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-zip-form]"))
    watchForm(form);
}

function watchForm(form: HTMLFormElement): void {
  const input = form.elements.namedItem("zip") as HTMLInputElement;
  const button = form.querySelector("button");
  const status = form.querySelector("[role=status]");
  if (!button || !status) return;
  // Read from the page, not imported: a shared chunk would be a second request.
  const digits = input.maxLength;
  const checkMs = Number(form.dataset.checkMs);
  const label = button.textContent;
  const quiet = status.textContent;

  input.addEventListener("focus", () => void loadWizard().catch(() => {}), { once: true });
  input.addEventListener("input", () => {
    input.value = input.value.replace(/\D/g, "").slice(0, digits);
    input.removeAttribute("aria-invalid");
    status.textContent = quiet;
  });
  form.noValidate = true;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    if (input.value.length !== digits) {
      input.setAttribute("aria-invalid", "true");
      status.textContent = "Please enter all 5 digits of your ZIP code.";
      input.focus();
      return;
    }
    button.disabled = true;
    button.textContent = "Checking...";
    const service = new FormData(form).get("service")?.toString() ?? "";
    const [coverage] = await Promise.all([
      lookUp(input.value, service),
      new Promise((go) => setTimeout(go, checkMs)),
    ]);
    button.disabled = false;
    button.textContent = label;
    showAvailable(input.value, coverage);
  });
}

/** Null where the look-up fails: the dialog then says what the page brought along. */
async function lookUp(zip: string, service: string): Promise<Coverage | null> {
  try {
    const response = await fetch(
      `/functions/v1/coverage?${new URLSearchParams({ zip, service })}`,
      { signal: AbortSignal.timeout(DEADLINE_MS) },
    );
    return response.ok ? ((await response.json()) as Coverage) : null;
  } catch {
    return null;
  }
}

function showAvailable(zip: string, coverage: Coverage | null): void {
  const dialog = document.querySelector<HTMLDialogElement>("#service-available");
  const text = dialog?.querySelector<HTMLElement>("[data-available-text]");
  const link = dialog?.querySelector<HTMLAnchorElement>("[data-available-quote]");
  if (!dialog || !text || !link) return;
  text.dataset.availableText ||= text.textContent;
  text.textContent = coverage?.message ?? text.dataset.availableText;
  const url = new URL(link.href);
  url.searchParams.set("zip", zip);
  link.href = url.pathname + url.search;
  Object.assign(link.dataset, { zip, city: coverage?.city ?? "", state: coverage?.state ?? "" });
  dialog.showModal();
}
