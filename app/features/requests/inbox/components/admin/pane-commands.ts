const find = (selector: string) => document.querySelector<HTMLElement>(`[data-pane] ${selector}`);

/** Presses Call of the open request, which asks for a reason where the rules need one. */
export const pressDial = (): void => find('[data-dial="call"]')?.click();

/** Goes to the note of the open request. */
export const focusNote = (): void => find("[data-note]")?.focus();

export const isRequestOpen = (): boolean => document.querySelector("[data-pane]") !== null;
