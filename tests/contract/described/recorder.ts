/** Fields that were read, each by its path: `instances[].ports.22/tcp[].HostPort`. */
export type Paths = Set<string>;

const joined = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

/** The value, which notes each of its fields that is read, present or not. */
export function recorded(value: unknown, path: string, read: Paths): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const isList = Array.isArray(value);
  const known = new Map<string, unknown>();
  const note = (name: string | symbol) => {
    // JSON.stringify looks for `toJSON`.
    if (!isList && typeof name === 'string' && name !== 'toJSON') read.add(joined(path, name));
  };
  return new Proxy(value, {
    get(target, name, receiver) {
      const inner: unknown = Reflect.get(target, name, receiver);
      if (typeof name !== 'string' || (isList && !/^\d+$/.test(name))) return inner;
      note(name);
      if (!known.has(name))
        known.set(name, recorded(inner, isList ? `${path}[]` : joined(path, name), read));
      return known.get(name);
    },
    getOwnPropertyDescriptor(target, name) {
      note(name);
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    has(target, name) {
      note(name);
      return Reflect.has(target, name);
    },
  });
}

/** The fields of a value, by their paths. */
export function pathsIn(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each) => pathsIn(each, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const own = joined(path, name);
    return [own, ...pathsIn(each, own)];
  });
}

const ofSchema = (schema: unknown, name: string): unknown =>
  typeof schema === 'object' && schema !== null ? Reflect.get(schema, name) : undefined;

function alternativesOf(schema: unknown): readonly unknown[] {
  const groups = ['anyOf', 'oneOf', 'allOf'].map((group) => ofSchema(schema, group));
  const inner: readonly unknown[] = groups.flatMap((each) => (Array.isArray(each) ? each : []));
  return [schema, ...inner.flatMap(alternativesOf)];
}

/** Whether a schema names the field. An object without named fields, such as a map, has `additionalProperties`. */
export function names(schema: unknown, path: string): boolean {
  const steps = path.split(/(\[\])|\./).filter((step) => step !== undefined && step !== '');
  let schemas: readonly unknown[] = [schema];
  for (const step of steps) {
    schemas = schemas.flatMap(alternativesOf).flatMap((each) => {
      if (step === '[]') return [ofSchema(each, 'items')];
      const more = ofSchema(each, 'additionalProperties');
      return [ofSchema(ofSchema(each, 'properties'), step) ?? (more === false ? undefined : more)];
    });
    schemas = schemas.filter((each) => each !== undefined);
  }
  return schemas.length > 0;
}
