/** A program and the words it is given, as the operating system takes them: no shell has a part in it. */
export type Command = readonly [program: string, ...words: string[]];
