const loadGuide = () => import("./guide.ts");

/** Loads the script of guides where tasks are counted, and otherwise at the first use of it. */
export function watchGuideParts(): void {
  if (document.querySelector("[data-done]"))
    void loadGuide().then(({ countTasks }) => countTasks());
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
