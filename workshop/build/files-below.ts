import { readdirSync, statSync } from 'node:fs'

/** All files below a folder, sorted by name; for a file, the file itself. Excluded folders aren't traversed. */
export function filesBelow(path: string, isExcluded: (path: string) => boolean = () => false): string[] {
  if (isExcluded(path)) return []
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`, isExcluded))
}
