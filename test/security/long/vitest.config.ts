import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from '../../../vite.config.ts'

/** `npm run security`: what measures time, tries very often or needs a server that `npm test` does not. */
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      include: ['test/security/long/*.test.ts', 'test/security/output-encoding.test.ts'],
      env: { SECURITY_CASES: '2000' },
      globalSetup: ['test/security/long/install-servers.ts', 'harness/prepared-database.ts'],
      testTimeout: 600_000,
      hookTimeout: 60_000,
      fileParallelism: false,
    },
  }),
)
