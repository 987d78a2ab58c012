import { ZIP_LENGTH } from "#app/lib/zip-length.ts";
import { MIN_ZIP_CHECK_MS } from "../constants.ts";

/**
 * ZIP field of a service page. Without JavaScript it opens the quote form with the ZIP filled in.
 */
export function ZipForm({ service }: { service: string }) {
  return (
    <form
      action="/quote"
      method="get"
      data-zip-form=""
      data-check-ms={MIN_ZIP_CHECK_MS}
      className="rounded-2xl border border-line bg-paper p-3 shadow-card sm:p-5"
    >
      <input type="hidden" name="service" value={service} />
      <label htmlFor="hero-zip" className="font-semibold">
        Your ZIP code
      </label>
      <div className="mt-2 flex gap-2">
        <input
          id="hero-zip"
          name="zip"
          className="input"
          inputMode="numeric"
          autoComplete="postal-code"
          pattern="[0-9]{5}"
          maxLength={ZIP_LENGTH}
          placeholder="5 digits"
          required
          aria-describedby="hero-zip-status"
        />
        <button type="submit" className="btn btn-action shrink-0">
          Get Help
        </button>
      </div>
      <div className="mt-2 min-h-6 text-[0.9375rem] text-muted">
        <p id="hero-zip-status" role="status">
          Free, and no account needed.
        </p>
      </div>
    </form>
  );
}
