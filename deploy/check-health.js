// Exits with 0 where this container's process is alive: for HEALTHCHECK, which has no shell.
const port = process.env.ROLE === "worker" ? process.env.WORKER_PORT : process.env.PORT;
const isAlive = await fetch(`http://127.0.0.1:${port}/healthz`).then(
  (response) => response.ok,
  () => false,
);
process.exit(isAlive ? 0 : 1);
