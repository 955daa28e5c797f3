import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'keyring',
    include: ['tests/keyring/**/*.test.ts'],
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
