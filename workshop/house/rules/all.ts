import { files } from './files.ts'
import { imports } from './imports.ts'
import { references } from './references.ts'
import type { Rule } from './rule.ts'
import { tables } from './tables.ts'
import { words } from './words.ts'

/** Every rule, by what it is about. */
export const RULES: Readonly<Record<string, readonly Rule[]>> = { imports, files, tables, words, references }
