import type { ChildProcess } from "node:child_process";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { getDatabaseUser } from "#server/postgres-locations.ts";
import { findProgram, ROOT, type Workspace } from "../../workspace.ts";

const CADDY_CONFIG = join(ROOT, "deploy/Caddyfile");
/** Debian puts servers into a folder that is not on everybody's PATH. */
const findServer = (name: string) =>
  findProgram(name) ?? (name === "pgbouncer" ? "/usr/sbin/pgbouncer" : undefined);

export const missingPrograms = () =>
  ["pgbouncer", "caddy"].filter((name) => findServer(name) === undefined);

/**
 * Prepares PgBouncer in transaction mode before a database.
 * @returns a function that starts it, also after it was killed
 */
export function preparePooler(
  { folder, spawn }: Workspace,
  options: {
    port: number;
    databasePort: number;
    login: { name: string; password: string };
    owner: { name: string; password: string };
  },
): () => ChildProcess {
  const home = join(folder, "pgbouncer");
  mkdirSync(home, { mode: 0o755 });
  const users = [options.login, options.owner]
    .map(({ name, password }) => `"${name}" "${password}"\n`)
    .join("");
  writeFileSync(join(home, "users.txt"), users);
  const config = join(home, "pgbouncer.ini");
  writeFileSync(
    config,
    `[databases]
app = host=127.0.0.1 port=${options.databasePort} dbname=app
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${options.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(home, "users.txt")}
pool_mode = transaction
max_client_conn = 400
default_pool_size = 20
server_login_retry = 1
server_connect_timeout = 2
query_wait_timeout = 5
`,
  );
  // It refuses to run as root.
  const user = getDatabaseUser();
  if (user) for (const path of [home, config]) chownSync(path, user.uid, user.gid);
  return () =>
    spawn([findServer("pgbouncer") ?? "", "-q", config], {
      ...(user && { uid: user.uid, gid: user.gid }),
      stdio: ["ignore", "ignore", "ignore"],
    });
}

/** Caddy with the file of deploy/, before web processes. */
export function startBalancer(
  { folder, spawn }: Workspace,
  options: { origin: string; webPorts: readonly number[] },
): ChildProcess {
  return spawn(
    [findServer("caddy") ?? "", "run", "--config", CADDY_CONFIG, "--adapter", "caddyfile"],
    {
      stdio: "ignore",
      env: {
        ...process.env,
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        SITE_ADDRESS: options.origin,
        WEB_UPSTREAMS: options.webPorts.map((port) => `127.0.0.1:${port}`).join(" "),
        // Visitors' addresses come from the load, as from a proxy before this one.
        FRONT_PROXIES: "127.0.0.1/32",
      },
    },
  );
}
