import { defineConfig, mergeConfig } from 'vitest/config'
import viteConfig from './vite.config.ts'

// As shipped: React's development build takes three times as long to render a page.
process.env.NODE_ENV = 'production'

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      include: ['{src,workshop,test}/**/*.test.{ts,tsx}'],
      // All files of a worker share one module graph: compiling PGlite again for each file took twice as long.
      pool: 'threads',
      isolate: false,
      // On two cores, the default is one, which takes nearly twice as long (352 s instead of 199 s).
      maxWorkers: 2,
      globalSetup: 'harness/database-template.ts',
      exclude: ['test/faults/**', 'test/security/long/**', 'node_modules/**'],
      // Only a hang takes this long, even on a busy machine.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 120_000 } },
    },
  }),
)
