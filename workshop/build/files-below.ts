import { readdirSync, statSync } from 'node:fs'

/** All files below a folder, sorted by name; for a file, the file itself. Excluded folders aren't traversed. */
export function filesBelow(path: string, isLeftOut: (path: string) => boolean = () => false): string[] {
  if (isLeftOut(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`, isLeftOut))
}
