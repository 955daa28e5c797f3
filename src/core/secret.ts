export const REDACTED = '[redacted]';

/** Weak, so that no secret is kept longer than it is used. */
const inUse = new Set<WeakRef<Secret>>();

/** A credential in memory. As a string, as JSON and in `console` it is `[redacted]`, so no log or message can contain the credential. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
    inUse.add(new WeakRef(this));
  }

  /** The value. Call it only where it is used: for a header, a request body or the keychain. */
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

/** Every secret that this process still holds: a log line must contain none of them. */
export function secretsInUse(): readonly Secret[] {
  const found: Secret[] = [];
  for (const reference of inUse) {
    const secret = reference.deref();
    if (secret === undefined) inUse.delete(reference);
    else found.push(secret);
  }
  return found;
}
