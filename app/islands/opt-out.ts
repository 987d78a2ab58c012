/**
 * Visitors whose browser sends Global Privacy Control see a note that it is honored. The HTML is
 * the same for all.
 */
export function showOptOut(): void {
  if (!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return;
  for (const note of document.querySelectorAll<HTMLElement>("[data-gpc]")) note.hidden = false;
}
