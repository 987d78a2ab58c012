/** A 404 in plain text, for addresses that are not pages. */
export const createNotFoundResponse = () =>
  new Response("Not Found\n", {
    status: 404,
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
