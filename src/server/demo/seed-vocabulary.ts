import { readFile } from 'node:fs/promises'
import type { Database } from '../db/schema.ts'
import { type CardSetSeed, seedCardSetRows } from '../db/vocabulary-seeds.ts'

const FILE = new URL('../../../data/demo/vocabulary.json', import.meta.url)

/** The demo's vocabulary sets, all of the product itself; a second call adds nothing. */
export async function seedVocabulary(db: Database): Promise<void> {
  const sets: Omit<CardSetSeed, 'copied_count'>[] = JSON.parse(await readFile(FILE, 'utf8'))
  // Counts that differ, so that "the most copied first" is seen at work.
  const seeds = sets.map((set, index) => ({ ...set, copied_count: 20 + ((index * 37) % 180) }))
  await seedCardSetRows(db, seeds)
}
