const KEY = Symbol.for("henry.once");
const holder = globalThis as { [KEY]?: Map<string, unknown> };
holder[KEY] ??= new Map();
const instances = holder[KEY];

/** One instance per process, even when the development server reloads the module after an edit. */
export function processSingleton<T>(key: string, create: () => T): T {
  if (!instances.has(key)) instances.set(key, create());
  return instances.get(key) as T;
}
