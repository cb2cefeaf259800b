import { build, type Plugin } from 'vite'
import { BROWSER_FLOOR } from './browser-floor.ts'

const QUERY = '?script'

/**
 * `import script from './early.ts?script'`: the module and its imports as one minified classic script for the server to
 * inline.
 */
export function inlineScript(): Plugin {
  return {
    name: 'inline-script',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null
      const built = await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: {
          write: false,
          target: BROWSER_FLOOR,
          modulePreload: { polyfill: false },
          rolldownOptions: { input: id.slice(0, -QUERY.length), output: { format: 'iife' } },
        },
      })
      const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
      const [script] = chunks.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk] : []))
      for (const file of script?.moduleIds ?? []) this.addWatchFile(file)
      return `export default ${JSON.stringify(script?.code.trim())}\n`
    },
  }
}
