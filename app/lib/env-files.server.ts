import { readFileSync, statSync } from "node:fs";

const SUFFIX = "_FILE";
const MAX_BYTES = 64 * 1024;

/** `problem`: one sentence that names the variable. */
export type FileVariables =
  | { ok: true; values: Record<string, string> }
  | { ok: false; problem: string };

/**
 * Reads variables whose values are in files, as container hosts and systemd hand over secrets:
 * `SMTP_URL_FILE=/run/secrets/smtp-url` sets SMTP_URL. A newline at the end is removed.
 * @param names the variables that may come from a file
 */
export function readFileVariables(
  source: Record<string, string | undefined>,
  names: readonly string[],
): FileVariables {
  const values: Record<string, string> = {};
  for (const name of names) {
    const file = source[name + SUFFIX];
    if (!file) continue;
    const fail = (reason: string) =>
      ({ ok: false, problem: `${name}${SUFFIX} is not usable: ${reason}.` }) as const;
    if (source[name]) return fail(`${name} is also set; set only one of them`);
    try {
      if (statSync(file).size > MAX_BYTES) return fail("its file is larger than 64 KB");
      values[name] = readFileSync(file, "utf8").replace(/\r?\n$/, "");
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "unknown";
      return fail(`its file cannot be read (${code})`);
    }
  }
  return { ok: true, values };
}
