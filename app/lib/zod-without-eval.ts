import { config } from "zod/v4/core";

// Zod tries to generate faster code with `Function(...)`. Even the attempt violates our Content
// Security Policy.
config({ jitless: true });
