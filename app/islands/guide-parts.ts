const loadGuide = () => import("./guide.ts");

/** Loads the script of guides at the first use of it. */
export function watchGuideParts(): void {
  const tasks = document.querySelector("[data-checklist]:has([data-done])");
  const count = () => void loadGuide().then(({ countTasks }) => countTasks());
  // Tasks may be checked before this script runs.
  if (tasks?.querySelector(":checked")) count();
  else tasks?.addEventListener("change", count, { once: true });
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
