import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "#server/postgres-cluster.ts";
import type { ServedPage } from "./served-page.ts";
import { endChild, findProgram, hasExited, pinToCore, type Workspace } from "./workspace.ts";

const program =
  findProgram("nginx") ??
  ["/usr/sbin/nginx", "/usr/local/sbin/nginx"].find((path) => findProgram(path));
const START_TRIES = 100;
const START_PAUSE_MS = 50;
const STOP_DEADLINE_MS = 3_000;
/** nginx sends these itself, or they belong to one connection. */
const OWN_HEADERS = new Set([
  "connection",
  "keep-alive",
  "date",
  "server",
  "content-length",
  "content-type",
  "transfer-encoding",
]);

export const NGINX_MISSING =
  "nginx is not on the PATH, so there is nothing to compare with; as root: apt-get install nginx";
export const hasNginx = () => program !== undefined;

/**
 * Starts nginx as one process that serves the bytes of compressed pages from files, with the pages'
 * headers.
 * @param options.files folder of what the pages load
 */
export async function startNginx(
  workspace: Workspace,
  options: { pages: readonly ServedPage[]; core?: number; files?: string },
): Promise<{ port: number; pid: number; stop: () => Promise<void> }> {
  const { pages, core, files } = options;
  const home = join(workspace.folder, "nginx");
  mkdirSync(home, { recursive: true, mode: 0o755 });
  for (const [at, { body }] of pages.entries())
    writeFileSync(join(home, `page-${at}`), body, { mode: 0o644 });
  const port = await findFreePort();
  writeFileSync(join(home, "nginx.conf"), buildConfiguration({ home, pages, files, port }));
  const child = workspace.spawn(
    pinToCore(core, [
      program ?? "nginx",
      "-e",
      join(home, "error.log"),
      "-p",
      home,
      "-c",
      join(home, "nginx.conf"),
    ]),
    {
      stdio: ["ignore", "ignore", "inherit"],
    },
  );
  for (let attempt = 1; ; attempt++) {
    const status = await fetch(`http://127.0.0.1:${port}${pages[0]?.path}`, {
      method: "HEAD",
    }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200)
      return {
        port,
        pid: child.pid ?? 0,
        stop: () => endChild(child, "SIGTERM", STOP_DEADLINE_MS),
      };
    if (hasExited(child) || attempt === START_TRIES)
      throw new Error(`nginx did not start (status ${status}).`);
    await wait(START_PAUSE_MS);
  }
}

function buildConfiguration({
  home,
  pages,
  files,
  port,
}: {
  home: string;
  pages: readonly ServedPage[];
  files?: string;
  port: number;
}): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${home};`,
  );
  return `daemon off;
master_process off;
pid ${join(home, "pid")};
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.join(" ")}
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 65s;
  keepalive_requests 100000000;
  open_file_cache max=10 inactive=60s;
  open_file_cache_valid 60s;
  etag off;
  server_tokens off;
  server {
    listen 127.0.0.1:${port};
    ${pages.map((page, at) => buildLocation(page, home, `page-${at}`)).join("\n    ")}
    ${files ? buildFilesLocation(files) : ""}
  }
}
`;
}

/** By `try_files`: with `alias` nginx looks for an index of the path "/". */
function buildLocation({ path, headers }: ServedPage, home: string, file: string): string {
  const type =
    headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ??
    "text/html; charset=utf-8";
  const own = headers
    .filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()))
    .map(([name, value]) => `add_header ${name} ${quoteValue(value)};`);
  return `location = ${path} {
      root ${home};
      try_files /${file} =404;
      default_type ${quoteValue(type)};
      types { }
      ${own.join("\n      ")}
    }`;
}

const buildFilesLocation = (files: string) => `location / {
      root ${files};
      types { image/svg+xml svg; image/webp webp; font/woff2 woff2; text/javascript js; text/css css; }
      gzip on;
      gzip_types image/svg+xml text/javascript text/css;
    }`;

/** Quotes a value for the configuration; a dollar sign would start a variable. */
function quoteValue(value: string): string {
  if (value.includes("$"))
    throw new Error("A header contains a dollar sign, which an nginx configuration cannot escape.");
  return `"${value.replace(/["\\]/g, "\\$&")}"`;
}
