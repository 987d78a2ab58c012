const loadGuide = () => import("./guide.ts");

/**
 * Loads the script of guides at the first use of it, or where the page begins with a past season.
 */
export function watchGuideParts(): void {
  const tasks = document.querySelector<HTMLElement>("[data-end]");
  const watch = () => void loadGuide().then(({ watchChecklist }) => watchChecklist());
  // Tasks may be checked before this script runs.
  if (tasks)
    if (tasks.querySelector(":checked") || new Date() > new Date(`${tasks.dataset.end}`)) watch();
    else tasks.addEventListener("change", watch, { once: true });
  document.addEventListener("click", ({ target }) => {
    const button = (target as Element).closest<HTMLButtonElement>("[data-print],[data-copy-list]");
    if (button) void loadGuide().then(({ pressButton }) => pressButton(button));
  });
  const list = document.querySelector<HTMLElement>("[data-faq]");
  list?.addEventListener(
    "focusin",
    () => void loadGuide().then(({ watchFilter }) => watchFilter(list)),
    {
      once: true,
    },
  );
}
