import type { Coverage } from "#app/features/catalog/fetch-coverage.ts";
import { loadWizard } from "./quote.ts";

/**
 * ZIP field of a service page: digits only, a look-up while "Checking..." shows, then the Service
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
      findCoverage(input.value, service),
      new Promise((go) => setTimeout(go, checkMs)),
    ]);
    button.disabled = false;
    button.textContent = label;
    showAvailable(input.value, coverage);
  });
}

/**
 * Null where the look-up fails: the dialog then keeps the text that it has in the page. Imported on
 * demand: the wizard imports the module too, so that it is not part of this script.
 */
async function findCoverage(zip: string, service: string): Promise<Coverage | null> {
  try {
    const { fetchCoverage } = await import("#app/features/catalog/fetch-coverage.ts");
    return await fetchCoverage({ zip, service });
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
