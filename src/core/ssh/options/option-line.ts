const OPTION = /^([A-Za-z0-9]+)[ \t]*[= \t][ \t]*(.*)$/;

/** A line of ssh_config(5); the value is quoted where that file needs it. */
export type OptionLine = readonly [keyword: string, value: string];

/** A further option as our configuration and our commands hold it; null when it is none. */
export function optionLine(option: string): OptionLine | null {
  const [, keyword, value] = OPTION.exec(option.trim()) ?? [];
  return keyword === undefined || value === undefined ? null : [keyword, value];
}
