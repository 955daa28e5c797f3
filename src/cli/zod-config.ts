import { config } from 'zod';

// Compiling a schema pays after thousands of values; a command reads a few. In the chunk of zod (cli.vite.config.ts), which is
// evaluated before every schema.
config({ jitless: true });
