import { config } from "zod/v4/core";

// zod generates faster code with `Function(...)` where allowed; just trying violates our security
// policy.
config({ jitless: true });
