import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { urls } from '#contract/urls.ts'

/** A file of the folder as it is served. */
export type ServedFile = { address: string; type: string; content: Buffer }

/** The kinds of files, how large they may be, and how each begins, as far as the kind says. */
const KINDS: Record<string, { type: string; most: number; begins: RegExp }> = {
  '.svg': { type: 'image/svg+xml', most: 100_000, begins: /^(ï»¿)?\s*</ },
  '.png': { type: 'image/png', most: 100_000, begins: /^.PNG\r\n/s },
  '.woff2': { type: 'font/woff2', most: 30_000, begins: /^wOF2/ },
}

/** Reads the files that the fields of a brand name, and collects what is wrong with them and which are served. */
export class Folder {
  readonly errors: string[] = []
  readonly served = new Map<string, ServedFile>()
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The file's content; undefined if the field names none, or it has an error. */
  read(field: string, file: string | undefined): Buffer | undefined {
    if (!file) return undefined
    const path = join(this.#folder, file)
    const kind = KINDS[extname(file)]
    if (!existsSync(path)) this.errors.push(`${field}: there is no file ${file} in the folder`)
    else if (kind) {
      const content = readFileSync(path)
      if (content.length > kind.most)
        this.errors.push(`${field}: ${file} has ${content.length} bytes; make it at most ${kind.most}`)
      else if (!kind.begins.test(content.toString('latin1', 0, 99)))
        this.errors.push(`${field}: ${file} is no ${extname(file).slice(1).toUpperCase()} file`)
      else return content
    }
    return undefined
  }

  /** The address of a file that browsers ask for. */
  serve(field: string, file: string | undefined): string | undefined {
    const content = this.read(field, file)
    if (!file || !content) return undefined
    const address = `${urls.static}brand/${file}`
    this.served.set(address, { address, type: KINDS[extname(file)]?.type as string, content })
    return address
  }

  /** The addresses of several files, by the same keys. */
  serveAll(field: string, files: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(files).map(([key, file]) => [key, this.serve(`${field}.${key}`, file) ?? '']),
    )
  }
}
