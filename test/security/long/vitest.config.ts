import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from '../../../vite.config.ts'

/** `npm run security`: tests that measure time, repeat a lot, or need a server that `npm test` doesn't. */
export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      include: [
        'test/security/{long/*,output-encoding}.test.ts',
        'test/security/slow-clients.test.ts',
        // These assert time limits.
        'src/server/{sign-in/*,http/limits-redis,linked-marketplace/identity}.slow.test.ts',
        'src/server/guarded-fetch.test.ts',
      ],
      env: { SECURITY_CASES: '500', TIME_LIMITS: '1' },
      globalSetup: ['test/security/long/install-servers.ts', 'harness/database-template.ts'],
      testTimeout: 600_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 120_000 } },
      fileParallelism: false,
    },
  }),
)
