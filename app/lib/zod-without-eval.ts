import { config } from "zod/v4/core";

// zod writes itself faster code with `Function(...)` where it may; merely asking is a violation of
// our policy.
config({ jitless: true });
