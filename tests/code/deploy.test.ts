import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ENV_NAMES } from "#app/lib/env.server.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** Variables that programs other than the site read. */
const NON_SITE_VARIABLES = ["NODE_ENV", "MALLOC_ARENA_MAX"];

type Service = {
  environment?: Record<string, string>;
  secrets?: string[];
  read_only?: boolean;
  image: string;
};
const compose = parse(read("deploy/compose.yaml"), { merge: true }) as {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
};
const ours = Object.entries(compose.services).filter(
  ([, { image }]) => image === "henrys-helpline",
);

/** The command line of `npm start`, from the first flag of Node on. */
const startWords = (JSON.parse(read("package.json")).scripts.start as string)
  .split(" ")
  .filter((word) => word.startsWith("--") || word.endsWith(".ts"));

test("the image and the systemd unit start the site with the flags of npm start", () => {
  const command = /^CMD (\[.*\])$/m.exec(read("deploy/Dockerfile"))?.[1] ?? "[]";
  expect(JSON.parse(command)).toEqual(["node", ...startWords]);
  const unit = read("deploy/henrys-helpline.service");
  expect(/^ExecStart=\S+ (.*)$/m.exec(unit)?.[1]?.split(" ")).toEqual(startWords);
});

test("image, unit and compose file set only variables that the site knows", () => {
  const image = /^ENV ((?:.*\\\n)*.*)$/m.exec(read("deploy/Dockerfile"))?.[1] ?? "";
  const unit = /^Environment=(.*)$/m.exec(read("deploy/henrys-helpline.service"))?.[1] ?? "";
  const set = [...image.matchAll(/(\w+)=/g), ...unit.matchAll(/(\w+)=/g)].map(([, name]) => name);
  expect(set).toContain("DATA_DIR");
  for (const name of set) expect([...ENV_NAMES, ...NON_SITE_VARIABLES]).toContain(name);
  expect(ours.map(([name]) => name)).toEqual(["web", "worker", "backup"]);
  for (const [service, { environment = {} }] of ours)
    for (const name of Object.keys(environment))
      expect(ENV_NAMES, `${service}: ${name}`).toContain(name.replace(/_FILE$/, ""));
});

test("every secret that the compose file names is created by the script, and handed over", () => {
  const script = read("deploy/create-secrets.sh");
  for (const [name, { file }] of Object.entries(compose.secrets)) {
    expect(file).toBe(`./secrets/${name}`);
    expect(script).toContain(`create ${name} `);
  }
  for (const [, { environment = {}, secrets = [] }] of ours) {
    const files = Object.entries(environment).filter(([name]) => name.endsWith("_FILE"));
    expect(files.map(([, path]) => path).sort()).toEqual(
      secrets.map((name) => `/run/secrets/${name}`).sort(),
    );
  }
});

test("the site's containers have a read-only root", () => {
  for (const [, service] of ours) expect(service.read_only).toBe(true);
});
