const KEY = Symbol.for("henry.once");
const holder = globalThis as { [KEY]?: Map<string, unknown> };
holder[KEY] ??= new Map();
const kept = holder[KEY];

/** One value a process, even when the development server reloads the module after an edit. */
export function processSingleton<T>(key: string, make: () => T): T {
  if (!kept.has(key)) kept.set(key, make());
  return kept.get(key) as T;
}
