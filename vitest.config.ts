import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

// As it is shipped: React's development build takes three times as long for a page.
process.env.NODE_ENV = 'production'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      include: ['{src,workshop,test}/**/*.test.{ts,tsx}'],
      // One module graph for all files of a worker: compiling PGlite again for each file took twice the time.
      pool: 'threads',
      isolate: false,
      // On two cores the default is one, which takes nearly twice the time (352 s, now 199 s).
      maxWorkers: 2,
      globalSetup: 'harness/database-template.ts',
      exclude: ['test/faults/**', 'test/security/long/**', 'node_modules/**'],
      // Only a hang takes longer, on a busy machine too.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 120_000 } },
    },
  }),
)
