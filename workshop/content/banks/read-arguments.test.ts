import { describe, expect, it } from 'vitest'
import { readArguments } from './read-arguments.ts'

describe('the arguments', () => {
  const blind = ['--language', 'french', '--blind', '--reader', ' Ana ']

  it('are read', () => {
    expect(readArguments(['--language', 'french', '--level', 'B2', '--item', '95', '--port', '0'])).toEqual({
      language: 'french',
      port: 0,
      shown: { mode: 'open', level: 'B2', item: 95 },
    })
    const shared = ['--language', 'french', '--share', '--address', 'https://read.example.org']
    expect(readArguments(shared).shown).toEqual({ mode: 'shared', publicUrl: 'https://read.example.org' })
    expect(readArguments(blind).shown).toEqual({ mode: 'blind', reader: 'Ana', isUnconfirmedOnly: false })
  })

  it.each<[fault: string, args: string[]]>([
    ['no language', []],
    ['an unknown language', ['--language', '../english']],
    ['an unknown level', ['--language', 'french', '--level', 'B3']],
    ['an item that is no number', ['--language', 'french', '--item', '1e3']],
    ['a port out of range', ['--language', 'french', '--port', '70000']],
    ['a level for a blind reader', [...blind, '--level', 'B2']],
    ['no reader', blind.slice(0, 3)],
    ['a reader of two lines', [...blind.slice(0, 4), 'a\nb']],
    ['a reader who is not blind', ['--language', 'french', '--reader', 'Ana']],
    ['a shared reading of one name', ['--language', 'french', '--share', '--reader', 'Ana']],
    ['an address that is none', ['--language', 'french', '--share', '--address', 'read.example.org']],
    ['an address for this machine alone', ['--language', 'french', '--address', 'https://read.example.org']],
    ['an unknown option', ['--language', 'french', '--all']],
  ])('refuse %s', (_, args) => {
    expect(() => readArguments(args)).toThrow()
  })
})
