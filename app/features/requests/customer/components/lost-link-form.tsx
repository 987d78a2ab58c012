import { TextField } from "#app/components/form/field.tsx";

export type LostLinkState = "ask" | "sent" | "invalid" | "too-many";

/** Sends the link of a request again, to the email address in it. */
export function LostLinkForm({ state, email = "" }: { state: LostLinkState; email?: string }) {
  if (state === "sent")
    return (
      <p role="status" className="mt-4 rounded-xl bg-sand p-4 font-semibold">
        If we have a request with that address, its link is on the way there. Look in the spam
        folder too.
      </p>
    );
  return (
    <form method="post" action="/r" noValidate className="mt-6 grid gap-3 text-left">
      <TextField
        name="email"
        type="email"
        label="The email address in your request"
        autoComplete="email"
        defaultValue={email}
        error={
          state === "invalid"
            ? "Enter an email address, such as name@example.com."
            : state === "too-many"
              ? "That was tried very often. Please wait an hour, or call us."
              : undefined
        }
      />
      <button type="submit" className="btn btn-action justify-self-start">
        Send me the link
      </button>
    </form>
  );
}
