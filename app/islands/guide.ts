// What only some pages need, loaded when it is: counting checked tasks, printing, copying a list,
// and filtering answers or services.

/**
 * The maintenance checklist: counts checked tasks, and puts the current season first where the page
 * was rendered in an earlier one; a list in use stays open.
 */
export function watchChecklist(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-checklist]");
  const lists = [...document.querySelectorAll<HTMLDetailsElement>("[data-season]")];
  if (!form) return;
  const month = String(new Date().getMonth() + 1);
  const current = lists.findIndex(({ dataset }) => dataset.months?.split(" ").includes(month));
  const { end } = form.dataset;
  if (current > 0 && end && new Date() > new Date(end)) {
    for (const list of lists)
      list.open = list === lists[current] || list.querySelector(":checked") !== null;
    lists[0]?.parentElement?.append(...lists.slice(current), ...lists.slice(0, current));
  }
  const count = () => {
    countChecked(form, "[data-done]");
    for (const list of lists) countChecked(list, "[data-season-done]");
    const bar = form.querySelector("progress");
    if (bar) bar.value = form.querySelectorAll("input:checked").length;
  };
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", count);
  // Counts what was checked before this script loaded.
  if (form.querySelector(":checked")) count();
}

function countChecked(part: HTMLElement, selector: string): void {
  const words = part.querySelector(selector);
  const boxes = part.querySelectorAll("input");
  const checked = part.querySelectorAll("input:checked");
  if (words) words.textContent = `${checked.length} of ${boxes.length} done`;
}

/** Prints the page, or copies the list of the button's form. */
export function pressButton(button: HTMLButtonElement): void {
  if (button.dataset.copyList === undefined) print();
  else void copyList(button);
}

/** Copies the list of the button's form, a line each below the button's own title. */
async function copyList(button: HTMLButtonElement): Promise<void> {
  const lines = [...(button.form?.querySelectorAll("li") ?? [])].map(
    (item) => `- ${item.textContent.trim()}`,
  );
  const status = button.form?.querySelector("[role=status]");
  const copied = await navigator.clipboard
    .writeText([button.dataset.copyList, ...lines].join("\n"))
    .then(
      () => "Copied.",
      () => "Could not copy. Select the questions instead.",
    );
  if (status) status.textContent = copied;
}

/** A field that filters answers, or the services of a list, as somebody types. */
export function watchFilter(faq: HTMLElement): void {
  const input = faq.querySelector<HTMLInputElement>("input[type=search]");
  const count = faq.querySelector("[role=status]");
  const noResults = faq.querySelector<HTMLElement>("[data-faq-none]");
  const groups = [...faq.querySelectorAll<HTMLElement>("[data-faq-group]")].map((group) => ({
    group,
    entries: [...group.querySelectorAll<HTMLElement>(faq.dataset.faq || "details")].map(
      (entry) => ({
        entry,
        text: `${entry.textContent} ${entry.dataset.words ?? ""}`.toLowerCase(),
      }),
    ),
  }));
  if (!input || !count || !noResults) return;

  const filter = () => {
    const words = input.value.trim().toLowerCase();
    let found = 0;
    for (const { group, entries } of groups) {
      let shown = 0;
      for (const { entry, text } of entries) {
        entry.hidden = !text.includes(words);
        if (entry.hidden) entry.removeAttribute("open");
        else shown += 1;
      }
      group.hidden = shown === 0;
      found += shown;
    }
    noResults.hidden = found > 0;
    const noun = faq.dataset.faq ? "service" : "answer";
    count.textContent = words && found > 0 ? `${found} ${noun}${found === 1 ? "" : "s"}` : "";
  };
  input.addEventListener("input", filter);
  // Applies what was typed before this script loaded.
  if (input.value) filter();
  // A form with an action goes on to the search of the site.
  if (!input.form?.hasAttribute("action"))
    input.form?.addEventListener("submit", (event) => event.preventDefault());
  faq.querySelector("[data-faq-clear]")?.addEventListener("click", () => {
    input.value = "";
    filter();
    input.focus();
  });
}
