import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Lazy discovery asks the server for routes of a build that a deploy may have replaced.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
