import { expect, it } from 'vitest'
import { postEvents } from './events.ts'
import { findErrors } from './schema-errors.ts'

const schema = postEvents.schema.body

/** A body whose entries count how often they're read. */
function countingBody(length: number) {
  let reads = 0
  const entry = new Proxy(
    {},
    {
      get: (_, name) => {
        if (typeof name === 'string') reads += 1
      },
    },
  )
  return { body: { events: new Array(length).fill(entry) }, reads: () => reads }
}

it('the first error costs the same for one entry and for thousands', () => {
  const [few, many, tooMany] = [1, 50, 9900].map((length) => {
    const { body, reads } = countingBody(length)
    const [error] = findErrors(schema, body)
    return { error, reads: reads() }
  })
  expect(few).toEqual({
    error: { path: ['events', '0', 'name'], rule: expect.stringMatching(/^is missing/) },
    reads: expect.toSatisfy((count: number) => count > 0),
  })
  expect(many).toEqual(few)
  expect(tooMany?.error).toEqual({ path: ['events'], rule: 'must not have more than 50 items' })
  expect(tooMany?.reads).toBeLessThanOrEqual(few?.reads ?? 0)
})
