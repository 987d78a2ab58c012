/** Origin of links to this site that leave it, such as those in mails: no slash at its end. */
export const getPublicOrigin = ({ PUBLIC_URL, PORT }: { PUBLIC_URL?: string; PORT: number }) =>
  (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/$/, "");
