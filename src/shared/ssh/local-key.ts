/** Type and material of a public key in OpenSSH's form; null: not one. The comment and options before it don't count. */
export function keyMaterial(publicKey: string): string | null {
  const match =
    /(?:^|\s)((?:sk-)?(?:ssh|ecdsa)-[\w@.-]{1,60})\s+([A-Za-z0-9+/]{40,8000}={0,2})(?=\s|$)/;
  const [, type, material] = match.exec(publicKey.slice(0, 16_384)) ?? [];
  return type === undefined || material === undefined ? null : `${type} ${material}`;
}
