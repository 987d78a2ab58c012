type GeneratorCall<Answer> = {
  name: string;
  body: object;
  read: (body: unknown, refused: string) => Answer;
  /** Messages without an error text of the endpoint: when it refuses, and when nothing answers. */
  refused: string;
  failed: string;
};

/** Posts to a generator endpoint of the site. */
export function callGenerator<Answer>({
  name,
  body,
  read,
  refused,
  failed,
}: GeneratorCall<Answer>): Promise<Answer | { ok: false; error: string }> {
  return fetch(`/functions/v1/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })
    .then((response) => response.json().catch(() => null))
    .then((reply) => read(reply, refused))
    .catch(() => ({ ok: false as const, error: failed }));
}
