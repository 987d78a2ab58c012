type GeneratorCall<Reply> = {
  /** Name of the endpoint. */
  name: string;
  body: object;
  parse: (body: unknown) => Reply;
  /** Returned when nothing answers. */
  lost: Reply;
};

/** Posts to a generator endpoint of the site. */
export const callGenerator = <Reply>({
  name,
  body,
  parse,
  lost,
}: GeneratorCall<Reply>): Promise<Reply> =>
  fetch(`/functions/v1/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  })
    .then((response) => response.json().catch(() => null))
    .then(parse)
    .catch(() => lost);
