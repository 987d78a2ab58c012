const loadForm = () => import("./zip-form.ts");

/**
 * ZIP fields of service pages: their script is loaded at the first focus, and at the latest when one is
 * sent. Where it cannot be loaded, the browser sends the form.
 */
export function watchZipForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-zip-form]")) {
    const input = form.elements.namedItem("zip") as HTMLInputElement;
    // The ZIP code that somebody typed beside "What's wrong?".
    input.value ||= new URLSearchParams(location.search).get("zip") ?? "";
    form.noValidate = true;
    // At once: what the form's script would remove later had taken the room of digits.
    input.oninput = () => {
      input.value = input.value.replace(/\D/g, "");
    };
    form.addEventListener(
      "focusin",
      () =>
        void loadForm()
          .then(({ prepareZipForm }) => prepareZipForm(form))
          .catch(() => {}),
      { once: true },
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      loadForm().then(
        ({ submitZipForm }) => submitZipForm(form),
        () => form.submit(),
      );
    });
  }
}
