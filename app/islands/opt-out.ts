/**
 * Visitors whose browser sends Global Privacy Control see that it is honoured. The page itself is
 * the same for all.
 */
export function showOptOut(): void {
  if (!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return;
  for (const note of document.querySelectorAll<HTMLElement>("[data-gpc]")) note.hidden = false;
}
