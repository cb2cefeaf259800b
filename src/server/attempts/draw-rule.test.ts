import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newAccount } from '#harness/accounts.ts'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp, type TestApp } from '#harness/test-app.ts'
import type { RuleShares } from '#quiz/test-plan.ts'
import { drawRule } from './draw-rule.ts'

const HALVES: RuleShares = [
  { rule: 'staircase', share: 0.5 },
  { rule: 'estimate', share: 0.5 },
]

let world: TestApp
beforeAll(async () => {
  world = await startTestApp({ LEVEL_RULE: 'estimate:50,staircase:50', CODE_PEPPER: 'a pepper for tests' })
})
afterAll(() => world.close())

const draw = (
  visitor: string,
  { rules = HALVES, key = 'key', userId }: { rules?: RuleShares; key?: string; userId?: number } = {},
) => drawRule(world.db, { rules, key }, { visitor, userId }, true)

describe('a drawn rule', () => {
  it('has its share of the visitors', async () => {
    const drawn = await Promise.all(Array.from({ length: 2000 }, (_, index) => draw(`visitor ${index}`)))
    const staircases = drawn.filter(({ rule }) => rule === 'staircase').length
    // Six standard errors of 22.
    expect(Math.abs(staircases - 1000)).toBeLessThan(134)
  })

  it('is the same for a visitor always, and depends on the key', async () => {
    const visitors = Array.from({ length: 64 }, (_, index) => `visitor ${index}`)
    const rulesBy = (key: string) => Promise.all(visitors.map(async (visitor) => (await draw(visitor, { key })).rule))
    expect(await rulesBy('key')).toEqual(await rulesBy('key'))
    expect(await rulesBy('key')).not.toEqual(await rulesBy('another'))
  })

  it('is that of the account, whatever the browser', async () => {
    const rules = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((visitor) => draw(visitor, { userId: 7 })),
    )
    expect(new Set(rules.map(({ rule }) => rule)).size).toBe(1)
  })

  it('moves only as many visitors as the shares move', async () => {
    const rules: RuleShares = [
      { rule: 'staircase', share: 0.6 },
      { rule: 'estimate', share: 0.4 },
    ]
    for (let index = 0; index < 200; index++) {
      const [before, after] = await Promise.all([draw(`visitor ${index}`), draw(`visitor ${index}`, { rules })])
      if (before.rule === 'staircase') expect(after.rule).toBe('staircase')
    }
  })

  it('is none where there is one rule', async () => {
    expect(await draw('a', { rules: [{ rule: 'estimate', share: 1 }] })).toEqual({ rule: 'estimate', isDrawn: false })
  })
})

describe('in an experiment', () => {
  const ruleOf = async (client: ApiClient) => {
    const { id, max_total } = await client.start('german')
    const query = world.db.selectFrom('assessments').select(['level_rule', 'rule_drawn']).where('id', '=', id)
    const { level_rule, rule_drawn } = await query.executeTakeFirstOrThrow()
    expect(rule_drawn).toBe(true)
    return { rule: level_rule, max_total }
  }

  it('a browser keeps its rule, also once its person signs in, and the reply says how long its test can be', async () => {
    for (let visitor = 0; visitor < 8; visitor++) {
      const client = new ApiClient(world.app)
      const { rule, max_total } = await ruleOf(client)
      expect(max_total).toBe(rule === 'estimate' ? 21 : 15)
      expect((await ruleOf(client)).rule).toBe(rule)
      client.setCookie('sid', (await newAccount(world)).client.cookies.sid as string)
      expect((await ruleOf(client)).rule).toBe(rule)
    }
  })
})
