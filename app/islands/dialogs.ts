/**
 * Handles clicks on `data-alert` (links to unpublished pages show a message), `data-dialog` (buttons
 * open the dialog with that id) and `data-close`.
 */
export function watchDialogs(): void {
  document.addEventListener("click", (event) => {
    const target = (event.target as Element).closest<HTMLElement>(
      "[data-alert], [data-dialog], [data-close]",
    );
    if (!target) return;
    const { alert: message, dialog } = target.dataset;
    if (message) {
      event.preventDefault();
      showAlert(message);
    } else if (dialog) {
      // Without script the button shows the same element as a popover.
      event.preventDefault();
      document.querySelector<HTMLDialogElement>(`#${dialog}`)?.showModal();
    } else {
      target.closest("dialog")?.close();
    }
  });
}

/** The same dialog as components/ui/alert-dialog.tsx, for pages without React. */
function showAlert(message: string): void {
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.setAttribute("role", "alertdialog");
  dialog.setAttribute("aria-labelledby", "alert-text");
  dialog.className = "m-auto w-[min(26rem,90vw)] rounded-2xl bg-paper p-6 text-ink shadow-lift";
  dialog.innerHTML =
    '<p id="alert-text" class="text-lg"></p><form method="dialog" class="mt-5 text-right"><button class="btn btn-action">OK</button></form>';
  dialog.firstElementChild?.append(
    // Like PhoneText, whose module would be a second script for every page.
    ...message.split(/(\(\d{3}\) [\d-]+)/).map((part, index) => {
      const span = document.createElement("span");
      if (index % 2) span.className = "tel";
      span.append(part);
      return span;
    }),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
}
