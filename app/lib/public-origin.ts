/** Origin for links to this site from outside, such as in mails; no slash at its end. */
export const getPublicOrigin = ({ PUBLIC_URL, PORT }: { PUBLIC_URL?: string; PORT: number }) =>
  (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/$/, "");
