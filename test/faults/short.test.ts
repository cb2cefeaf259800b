import { expect, it } from 'vitest'
import { FAULTS } from './catalog.ts'

// `npm run faults` injects all of them, as often as the catalog requires.
for (const { id, title, short, run } of FAULTS) {
  if (short === undefined) continue
  it(`${id}, ${short} times: ${title}`, async () => {
    const { injections, acknowledged, ...bad } = await run(short)
    console.log(`${id}: ${injections} injections, ${acknowledged} acknowledged writes`)
    expect(bad).toEqual({ lost: 0, wrong: 0, exits: 0, broken: [] })
    expect(injections).toBe(short)
  })
}
