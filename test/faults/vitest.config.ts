import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/faults/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    fileParallelism: false,
  },
})
