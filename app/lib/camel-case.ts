/** "call_routing_phone" as "callRoutingPhone": a form's field as the property of its column. */
export type CamelCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Name;

export const toCamelCase = <Name extends string>(name: Name) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<Name>;

/** The same values under camel-case keys. */
export const camelCaseKeys = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [toCamelCase(key), value])) as {
    [Key in keyof Values & string as CamelCase<Key>]: Values[Key];
  };
