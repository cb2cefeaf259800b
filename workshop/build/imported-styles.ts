import type { Plugin } from 'vite'
import { staticGraph } from './import-graph.ts'

const QUERY = '?styles'

/**
 * `import styles from './page.tsx?styles'`: all style sheets that the module statically imports, directly or not,
 * joined into one string for the server to inline. Sheets are in the order of their paths, so sorting imports never
 * changes how a page looks.
 */
export function importedStyles(): Plugin {
  return {
    name: 'imported-styles',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith(QUERY)) return null
      const files = [...staticGraph(id.slice(0, -QUERY.length))]
      for (const file of files) this.addWatchFile(file)
      const sheets = files.filter((file) => file.endsWith('.css')).sort()
      const imports = sheets.map((file, index) => `import sheet${index} from ${JSON.stringify(`${file}?inline`)}\n`)
      const joined = sheets.map((_, index) => `sheet${index}`).join(', ')
      return `${imports.join('')}export default [${joined}].join('')\n`
    },
  }
}
