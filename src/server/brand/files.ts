import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { urls } from '#contract/urls.ts'

/** A served file of the folder. */
export type ServedFile = { address: string; type: string; content: Buffer }

/** Allowed file types, with their maximum size and their first bytes if fixed. */
const KINDS: Record<string, { type: string; most: number; begins: RegExp }> = {
  '.svg': { type: 'image/svg+xml', most: 100_000, begins: /^(ï»¿)?\s*</ },
  '.png': { type: 'image/png', most: 100_000, begins: /^.PNG\r\n/s },
  '.woff2': { type: 'font/woff2', most: 30_000, begins: /^wOF2/ },
}

/** Reads the files that a brand refers to, collecting errors and the files to serve. */
export class Folder {
  readonly errors: string[] = []
  readonly served = new Map<string, ServedFile>()
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The file's content; undefined if the field is empty or has an error. */
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

  /** The address of a file for browsers. */
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
