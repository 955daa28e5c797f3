import type { Simulator } from '../start.ts';

/** One line for scripts. The API keys and passwords are good for nothing but this simulator. */
export function greetingJson({ baseUrl, controlUrl, credentials }: Simulator): string {
  return `${JSON.stringify({ baseUrl, controlUrl, credentials })}\n`;
}

/** The same for people. */
export function greeting({ baseUrl, controlUrl, credentials }: Simulator): string {
  const accounts = credentials.flatMap(({ email, password, apiKeys }) => [
    '',
    `  ${email}  password ${password}`,
    ...Object.entries(apiKeys).map(([scope, key]) => `    ${scope.padEnd(12)}  ${key}`),
  ]);
  return [
    `Simulated rental service at ${baseUrl}`,
    `Control interface at ${controlUrl}`,
    ...accounts,
    '',
    'Ctrl+C ends it.',
    '',
  ].join('\n');
}
