import { parseArgs } from 'node:util';
import { z } from 'zod';

export interface DemoArguments {
  /** Of the page, where the app runs in a browser; 0: whichever is free. */
  readonly port: number;
  /** Signs in to the simulated service at once. */
  readonly isSignedIn: boolean;
  /** Runs in a browser even where Electron is to be had. */
  readonly isInBrowser: boolean;
  readonly isHelp: boolean;
}

export const HELP = `npm run demo -- [--port N] [--signed-in] [--browser]

Runs GPU Tray on a simulated service with a fleet of 12 VMs. Your own settings are not touched.

  --port N      port of the page, where the app runs in a browser (any free one by default)
  --signed-in   signs in for you; otherwise the first run asks for what is printed
  --browser     runs in a browser, and does not try to fetch Electron; that is also not tried
                where CI or ELECTRON_SKIP_BINARY_DOWNLOAD is set
`;

const port = z.coerce.number().int().min(0).max(65_535);

/** @throws an `Error` with words for people */
export function readArguments(argv: readonly string[]): DemoArguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      port: { type: 'string', default: '0' },
      'signed-in': { type: 'boolean', default: false },
      browser: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const parsed = port.safeParse(values.port);
  if (!parsed.success) throw new Error('--port takes a number from 0 to 65535');
  return {
    port: parsed.data,
    isSignedIn: values['signed-in'],
    isInBrowser: values.browser,
    isHelp: values.help,
  };
}
