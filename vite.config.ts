import { basename } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Compiles the ICU messages of a catalog, so that the browser needs no parser for them. */
function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/data\/texts\/(?:\w+\/)?[\w-]+\.json$/.test(id)) return
      const source: Record<string, string> = JSON.parse(code)
      const compiled = Object.fromEntries(Object.entries(source).map(([key, text]) => [key, compileMessage(text)]))
      return { code: JSON.stringify(compiled), map: null }
    },
  }
}

export default defineConfig({
  base: '/static/',
  publicDir: 'public',
  plugins: [compiledTexts(), react()],
  css: {
    modules: {
      // The same name for a class in the browser's build, the server's and the inlined styles.
      generateScopedName: (name, file) => `${basename(file.split('?')[0] ?? file, '.module.css')}_${name}`,
    },
  },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
})
