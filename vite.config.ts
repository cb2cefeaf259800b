import { basename } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { BROWSER_FLOOR } from './workshop/build/browser-floor.ts'
import { compiledTexts } from './workshop/build/compiled-texts.ts'
import { importedStyles } from './workshop/build/imported-styles.ts'
import { inlineScript } from './workshop/build/inline-script.ts'

export default defineConfig({
  base: '/static/',
  publicDir: 'public',
  plugins: [compiledTexts(), importedStyles(), inlineScript(), react()],
  css: {
    modules: {
      // A class has the same name in the browser's build, the server's build, and the inlined styles.
      generateScopedName: (name, file) => `${basename(file.split('?')[0] ?? file, '.module.css')}_${name}`,
    },
  },
  build: {
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Styles must load before their component. Preloading scripts costs the first load more than it saves later.
      resolveDependencies: (_file, names) => names.filter((name) => name.endsWith('.css')),
    },
    target: BROWSER_FLOOR,
    cssTarget: BROWSER_FLOOR,
  },
})
