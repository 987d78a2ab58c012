/** Shows a typed password, and keeps the code to its digits. The forms work without. */
export function enhanceSignIn(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-reveal]")) {
    const field = document.querySelector<HTMLInputElement>(`#${button.dataset.reveal}`);
    button.addEventListener("click", () => {
      if (!field) return;
      const shown = field.type === "text";
      field.type = shown ? "password" : "text";
      button.textContent = shown ? "Show" : "Hide";
      button.setAttribute("aria-pressed", String(!shown));
    });
  }
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-code-form]")) {
    const field = form.elements.namedItem("code") as HTMLInputElement;
    const button = form.querySelector<HTMLButtonElement>("button[type=submit]");
    const check = () => {
      field.value = field.value.replace(/\D/g, "").slice(0, field.maxLength);
      if (button) button.disabled = field.value.length !== field.maxLength;
    };
    field.addEventListener("input", check);
    check();
    field.focus();
  }
}
