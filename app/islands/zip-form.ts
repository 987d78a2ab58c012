import { type Coverage, fetchCoverage } from "#app/features/catalog/fetch-coverage.ts";
import { loadWizard } from "./quote.ts";

/** What the parts of a ZIP form say by themselves. */
type Texts = { button: string; status: string };
const originals = new WeakMap<HTMLFormElement, Texts>();

function getParts(form: HTMLFormElement) {
  const input = form.elements.namedItem("zip") as HTMLInputElement;
  const button = form.querySelector("button");
  const status = form.querySelector("[role=status]");
  if (!button || !status) throw new Error("a ZIP form without button or status");
  return { input, button, status };
}

/** Removes old refusals while somebody types, and loads the wizard, which is needed next. */
export function prepareZipForm(form: HTMLFormElement): void {
  if (originals.has(form)) return;
  const { input, button, status } = getParts(form);
  originals.set(form, { button: button.textContent, status: status.textContent });
  void loadWizard().catch(() => {});
  // What was typed before any script ran. The length is read from the page, not imported: a shared chunk
  // would be a second request.
  input.value = input.value.replace(/\D/g, "").slice(0, input.maxLength);
  input.addEventListener("input", () => {
    input.removeAttribute("aria-invalid");
    status.textContent = originals.get(form)?.status ?? "";
  });
}

/** Looks the ZIP code up while "Checking..." is shown, then opens the Service Available dialog. */
export async function submitZipForm(form: HTMLFormElement): Promise<void> {
  prepareZipForm(form);
  const { input, button, status } = getParts(form);
  if (button.disabled) return;
  if (input.value.length !== input.maxLength) {
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
    new Promise((resolve) => setTimeout(resolve, Number(form.dataset.checkMs))),
  ]);
  button.disabled = false;
  button.textContent = originals.get(form)?.button ?? "";
  showAvailable(input.value, coverage);
}

/** Null where the look-up fails: the dialog then keeps its default text. */
const findCoverage = (zip: string, service: string): Promise<Coverage | null> =>
  fetchCoverage({ zip, service }).catch(() => null);

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
