import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ApiClient } from '#harness/api-client.ts'
import { startTestApp } from '#harness/test-app.ts'
import { itemVersion, readBanks } from './banks.ts'
import { loadCalibration } from './calibration.ts'

const folder = mkdtempSync(join(tmpdir(), 'language-quiz-'))
afterAll(() => rmSync(folder, { recursive: true }))

const german = readBanks().german
const item = (level: string) => ({
  ...{ language: 'german', version: 'x', level, answers: 90 },
  ...{ difficulty: 2, difficulty_error: 0.2, discrimination: 0.9, discrimination_error: null },
})
const file = (content: unknown) => {
  const path = join(folder, 'calibration.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}
const ofGerman = {
  version: '2026-11-21-abc',
  attempts: 90,
  items: german.map((each) => ({ ...item(each.level), id: each.id, version: itemVersion(each) })),
}

describe('a calibration', () => {
  it('is nominal if not configured', () => {
    const { scorerVersion, parametersOf } = loadCalibration('')
    expect(scorerVersion).toBe('nominal-2')
    expect(parametersOf('german', 1, 'x')).toBeNull()
  })

  it('applies only to the calibrated version of an item', () => {
    const [first] = ofGerman.items
    const { scorerVersion, parametersOf } = loadCalibration(file(ofGerman))
    expect(scorerVersion).toBe('calibrated-2:2026-11-21-abc')
    const { id, version } = first as (typeof ofGerman.items)[0]
    expect(parametersOf('german', id, version)).toEqual({ difficulty: 2, discrimination: 0.9 })
    expect(parametersOf('german', id, 'other')).toBeNull()
    expect(parametersOf('french', id, version)).toBeNull()
  })

  it.each([
    ['missing', () => 'nowhere', /CALIBRATION: "nowhere" cannot be read/],
    [
      'no calibration',
      () => file({ version: 'a', attempts: 1, items: [item('Z9')] }),
      /is not a calibration: \/items\/0/,
    ],
    ['a name that leads elsewhere', () => file({ ...ofGerman, version: '../a' }), /is not a calibration: \/version/],
  ])('is refused when it is %s', (_, make, message) => {
    expect(() => loadCalibration(make())).toThrow(message)
  })

  it('stays with the questions asked under it: earlier results keep theirs', async () => {
    const world = await startTestApp({ CALIBRATION: file(ofGerman) })
    const { id } = await new ApiClient(world.app).play('german', () => true)
    const result = await world.db.selectFrom('assessments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(result.scorer_version).toBe('calibrated-2:2026-11-21-abc')
    const rows = await world.db.selectFrom('assessment_items').selectAll().where('assessment_id', '=', id).execute()
    for (const row of rows) expect(row).toMatchObject({ difficulty: 2, discrimination: 0.9 })
    const { id: other } = await new ApiClient(world.app).play('french', () => true)
    const french = await world.db
      .selectFrom('assessment_items')
      .selectAll()
      .where('assessment_id', '=', other)
      .execute()
    for (const row of french) expect(row).toMatchObject({ difficulty: null, discrimination: null })
    await world.close()
  })
})
