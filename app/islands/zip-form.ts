import type { Coverage } from "#app/features/catalog/fetch-coverage.ts";
import { loadWizard } from "./quote.ts";

/**
 * ZIP fields of service pages: accepts digits only, looks the ZIP code up while "Checking..." is
 * shown, then opens the Service Available dialog.
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
  const zipLength = input.maxLength;
  const keepDigits = (text: string) => text.replace(/\D/g, "").slice(0, zipLength);
  const checkMs = Number(form.dataset.checkMs);
  const buttonText = button.textContent;
  const defaultStatus = status.textContent;

  input.addEventListener("focus", () => void loadWizard().catch(() => {}), { once: true });
  input.addEventListener("input", () => {
    input.value = keepDigits(input.value);
    input.removeAttribute("aria-invalid");
    status.textContent = defaultStatus;
  });
  // The ZIP code that somebody typed beside "What's wrong?".
  input.value ||= keepDigits(new URLSearchParams(location.search).get("zip") ?? "");
  form.noValidate = true;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    if (input.value.length !== zipLength) {
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
      new Promise((resolve) => setTimeout(resolve, checkMs)),
    ]);
    button.disabled = false;
    button.textContent = buttonText;
    showAvailable(input.value, coverage);
  });
}

/**
 * Null where the look-up fails: the dialog then keeps its default text. The module is imported on
 * demand because the wizard shares it: otherwise it would be a second request for every page.
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
