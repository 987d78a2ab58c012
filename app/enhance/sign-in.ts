/** Shows a typed password, keeps the code to its digits, and keeps the page where the server cannot be reached. The forms work without. */
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
    const length = field.maxLength;
    // A code may be pasted with a space in it: the browser would cut it first.
    field.removeAttribute("maxlength");
    const check = () => {
      field.value = field.value.replace(/\D/g, "").slice(0, length);
      if (button) button.disabled = field.value.length !== length;
    };
    field.addEventListener("input", check);
    check();
    field.focus();
  }
  for (const form of document.querySelectorAll<HTMLFormElement>("[data-failed]")) keepWithoutNetwork(form);
}

/** Sends the form once the server answers; else says that it failed, and what was typed stays. */
function keepWithoutNetwork(form: HTMLFormElement): void {
  let isReachable = false;
  form.addEventListener("submit", async (event) => {
    if (isReachable) return;
    event.preventDefault();
    const button = event.submitter;
    isReachable = await fetch(location.href, { method: "HEAD", cache: "no-store" }).then(
      ({ status }) => status < 500,
      () => false,
    );
    if (isReachable) return form.requestSubmit(button);
    let message = document.querySelector("[role=alert]");
    if (!message) {
      message = Object.assign(document.createElement("p"), { role: "alert", className: "mt-4 rounded-lg border-2 border-danger p-3 font-semibold text-danger" });
      document.querySelector("h1")?.after(message);
    }
    message.textContent = form.dataset.failed ?? "";
  });
}
