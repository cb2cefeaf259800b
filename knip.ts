import type { KnipConfig } from 'knip'
import { COMMANDS as OPERATORS } from './src/operators/commands.ts'
import { COMMANDS as WORKSHOP } from './workshop/commands.ts'

const commands = [OPERATORS, WORKSHOP].flatMap((groups) =>
  Object.values(groups).flatMap((group) => Object.values(group).map(({ run: [file] }) => file)),
)

const config: KnipConfig = {
  // Besides the commands, only files started by name: as a process, or as the first script of a page.
  entry: [
    ...new Set(commands),
    'src/server/{start,demo}/main.ts',
    'src/server/pages/picture/drawing-process.ts',
    'src/web/render.tsx',
    'src/web/{landing,flow,account,built-in-marketplace}/start.{ts,tsx}',
    'workshop/build/dev.ts',
    'workshop/build/image.ts',
    'workshop/content/banks/preview/start.tsx',
    'workshop/lab/speed/{constant,limit-server}.ts',
    'test/faults/{throwing,die-at-migration}.ts',
  ],
  project: ['{src,harness,workshop,test}/**/*.{ts,tsx}'],
  vitest: { config: ['vitest.config.ts', 'test/{faults,security/long}/vitest.config.ts'] },
  // Loaded by file name.
  ignoreDependencies: ['@iconify-json/noto', '@iconify-json/circle-flags', '@fontsource-variable/.+'],
  // Part of the system.
  ignoreBinaries: [
    'buildah',
    'chroot',
    'dbus-run-session',
    'debootstrap',
    'mount',
    'openssl',
    'umount',
    'unshare',
    'Xvfb',
  ],
}

export default config
