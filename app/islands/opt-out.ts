/**
 * Shows visitors whose browser sends Global Privacy Control that it is honored. The HTML is the same for
 * everyone, so that it can be cached.
 */
export function showOptOutNotice(): void {
  if (!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return;
  for (const note of document.querySelectorAll<HTMLElement>("[data-gpc]")) note.hidden = false;
}
