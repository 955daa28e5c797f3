export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

const LOOPBACK = '127.0.0.1';

/** `9400` on loopback, `10.0.0.5:9400`, `[::1]:9400`; null: no address. */
export function parseMetricsAddress(text: string): MetricsAddress | null {
  const parts = /^(?:(?:\[([\da-f:.]+)\]|([a-z\d][a-z\d.-]*))?:)?(\d{1,5})$/i.exec(text);
  if (parts === null) return null;
  const [, bracketed, plain, digits] = parts;
  const port = Number(digits);
  return port < 1 || port > 65_535 ? null : { host: bracketed ?? plain ?? LOOPBACK, port };
}

export const addressText = ({ host, port }: MetricsAddress) =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`.toLowerCase();
