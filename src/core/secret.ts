const REDACTED = '[redacted]';

/**
 * A credential in memory. It prints as `[redacted]` wherever it is turned into text (string, JSON, `console`, template),
 * so that it cannot reach a log or a message by accident; `reveal()` is the only way to the value and is easy to search for.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself. Call it only where the value leaves for its one purpose: a header, a request body, the keychain. */
  reveal(): string {
    return this.#value;
  }

  equals(other: Secret): boolean {
    return this.#value === other.#value;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [Symbol.toPrimitive](): string {
    return REDACTED;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return REDACTED;
  }
}
