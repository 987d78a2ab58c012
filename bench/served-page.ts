import { request } from "node:http";
import type { Site } from "./site.ts";

export type ServedPage = { path: string; headers: [string, string][]; body: Buffer };

/** A page as sent: `fetch` would decompress it. */
export function fetchServedPage(site: Site, path: string): Promise<ServedPage> {
  return new Promise((resolve, reject) => {
    request(
      { host: "127.0.0.1", port: site.port, path, headers: { "Accept-Encoding": "br" } },
      (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("end", () => {
          const { rawHeaders: raw } = response;
          const headers = raw.flatMap((name, index): [string, string][] =>
            index % 2 ? [] : [[name, raw[index + 1] ?? ""]],
          );
          resolve({ path, headers, body: Buffer.concat(parts) });
        });
      },
    )
      .once("error", reject)
      .end();
  });
}
