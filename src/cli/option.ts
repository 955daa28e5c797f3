import { refuse } from './errors.ts';
import { usage } from './messages.ts';

export interface Option {
  readonly name: string;
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  readonly short?: string;
  /** In the help: `--base-url <url>`. */
  readonly form: string;
  readonly about: string;
}

/** A command line that a person typed. */
export interface Line {
  readonly values: Readonly<Record<string, unknown>>;
  /** After the name of the command. */
  readonly words: readonly string[];
  readonly now: number;
}

/** A value of a command, and the options that give it. */
export interface Field<T> {
  readonly options: readonly Option[];
  readonly read: (line: Line) => T;
  /** With a value that is made of this one. */
  to<U>(build: (value: T, line: Line) => U): Field<U>;
}

export function field<T>(options: readonly Option[], read: (line: Line) => T): Field<T> {
  return { options, read, to: (build) => field(options, (line) => build(read(line), line)) };
}

export type Fields = Readonly<Record<string, Field<unknown>>>;

export type ValuesOf<F extends Fields> = { readonly [Key in keyof F]: ReturnType<F[Key]['read']> };

type Parse<T> = (typed: string, name: string, now: number) => T;

/** A parser that refuses what `read` answers with null. @param what for the refusal: `a number, such as 1.20` */
export const kind =
  <T>(what: string, read: (typed: string, now: number) => T | null): Parse<T> =>
  (typed, name, now) =>
    read(typed, now) ?? refuse(usage.notA(name, what));

/** @param given by the names that a refusal shows; null and false: not given */
export function refuseBoth(given: Readonly<Record<string, unknown>>): void {
  const [one, other] = Object.keys(given).filter(
    (name) => given[name] !== null && given[name] !== false,
  );
  if (one !== undefined && other !== undefined) refuse(usage.notBoth(one, other));
}

export const flag = (name: string, about: string) =>
  field(
    [{ name, type: 'boolean', form: `--${name}`, about }],
    ({ values }) => values[name] === true,
  );

/** May be repeated; empty: not given. @param form `base-url <url>` */
export function repeated<T>(form: string, about: string, parse: Parse<T>): Field<readonly T[]> {
  const name = form.slice(0, form.indexOf(' '));
  const options = [{ name, type: 'string', multiple: true, form: `--${form}`, about }] as const;
  return field(options, ({ values, now }) => {
    const all: readonly unknown[] = [values[name] ?? []].flat();
    return all.flatMap((each) => (typeof each === 'string' ? [parse(each, name, now)] : []));
  });
}

const text: Parse<string> = (typed) => typed;

/** Null: not given; the last one counts. */
export function option(form: string, about: string): Field<string | null>;
export function option<T>(form: string, about: string, parse: Parse<T>): Field<T | null>;
export function option(form: string, about: string, parse: Parse<unknown> = text): Field<unknown> {
  return repeated(form, about, parse).to((all) => all.at(-1) ?? null);
}

/** Fields that have one value together: theirs by name. */
export function group<F extends Fields>(fields: F): Field<ValuesOf<F>> {
  const options = Object.values(fields).flatMap((each) => each.options);
  return field(options, (line) => {
    const values = Object.entries(fields).map(([key, { read }]) => [key, read(line)]);
    return Object.fromEntries(values) as ValuesOf<F>;
  });
}
