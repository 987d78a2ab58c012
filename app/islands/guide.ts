// What only some pages need, loaded when it is: counting checked tasks, printing, copying a list, and
// filtering answers or services.

export function countTasks(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-checklist]"))
    countCheckedTasks(form);
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

function countCheckedTasks(form: HTMLFormElement): void {
  const done = form.querySelector("[data-done]");
  const boxes = form.querySelectorAll<HTMLInputElement>("input[type=checkbox]");
  form.addEventListener("submit", (event) => event.preventDefault());
  const count = () => {
    const checked = [...boxes].filter((box) => box.checked).length;
    if (done) done.textContent = `${checked} of ${boxes.length} done`;
  };
  form.addEventListener("change", count);
  // Counts what was checked before this script loaded.
  if ([...boxes].some((box) => box.checked)) count();
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
  input.form?.addEventListener("submit", (event) => event.preventDefault());
  faq.querySelector("[data-faq-clear]")?.addEventListener("click", () => {
    input.value = "";
    filter();
    input.focus();
  });
}
