interface Directive {
  readonly name: string;
  readonly values: readonly string[];
}

function parse(policy: string): Directive[] {
  return policy.split(';').flatMap((part) => {
    const [name, ...values] = part.trim().split(/\s+/);
    return name === undefined || name === '' ? [] : [{ name: name.toLowerCase(), values }];
  });
}

/**
 * The app's policy with the one thing more that a page on loopback needs: its socket. The preload comes from the page's own
 * origin, which `script-src 'self'` allows already.
 *
 * @param socket the address of this document's own socket, and of nothing else
 */
export function withSocket(policy: string, socket: string): string {
  const directives = parse(policy);
  const current =
    directives.find(({ name }) => name === 'connect-src') ??
    directives.find(({ name }) => name === 'default-src');
  // Without either, everything may be connected to already.
  if (current === undefined) return policy;
  const kept = current.values.filter((value) => value !== "'none'");
  const connect: Directive = { name: 'connect-src', values: [...kept, socket] };
  return [...directives.filter(({ name }) => name !== 'connect-src'), connect]
    .map(({ name, values }) => [name, ...values].join(' '))
    .join('; ');
}
