import { readdirSync, statSync } from 'node:fs'

/** The files in a folder and its folders, by name; a file is its own. Nothing below what is left out is looked at. */
export function filesBelow(path: string, isLeftOut: (path: string) => boolean = () => false): string[] {
  if (isLeftOut(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`, isLeftOut))
}
