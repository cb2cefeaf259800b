import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from './driver.ts'
import { startScreen } from './webkit.ts'

/** Orca in a separate desktop session, with the accessibility bus, a window manager, and a log of its speech. */
const SESSION = `
  gsettings set org.gnome.desktop.interface toolkit-accessibility true
  gsettings set org.gnome.desktop.a11y.applications screen-reader-enabled true
  /usr/libexec/at-spi-bus-launcher --launch-immediately &
  openbox &
  sleep 1
  orca --replace --debug-file="$SPOKEN" &
  echo "bus $DBUS_SESSION_BUS_ADDRESS"
  wait`

/** A voice without audio output; Orca is silent without one. */
const MUTE = `AudioOutputMethod "alsa"
AudioALSADevice "null"
AddModule "dummy" "sd_dummy" ""
DefaultModule dummy
`

/** Matches speech output in Orca's log. */
const SPOKEN = /SPEECH OUTPUT: '(.*?)'(\{.*)?$/gm

export type Orca = {
  /** The environment for the programs that Orca should read. */
  screen: Record<string, string>
  /** Everything it has spoken so far. */
  said: () => string[]
  close: () => void
}

/** Starts Orca on its own screen. */
export async function startOrca(): Promise<Orca> {
  const { display, screen } = await startScreen()
  const home = mkdtempSync(join(tmpdir(), 'language-quiz-orca-'))
  const [runtime, voice, file] = [join(home, 'run'), join(home, '.config', 'speech-dispatcher'), join(home, 'spoken')]
  for (const folder of [runtime, voice]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(voice, 'speechd.conf'), MUTE)
  const env = { ...process.env, DISPLAY: display, HOME: home, XDG_RUNTIME_DIR: runtime, SPOKEN: file }
  const session = spawn('dbus-run-session', ['--', 'sh', '-c', SESSION], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  })
  let output = ''
  session.stdout.setEncoding('utf8').on('data', (text) => (output += text))
  const bus = await until('a session', async () => /^bus (.+)$/m.exec(output)?.[1])
  const said = () => {
    try {
      return [...readFileSync(file, 'utf8').matchAll(SPOKEN)].map(([, words = '']) => words.trim())
    } catch {
      return []
    }
  }
  await until('Orca', async () => said().length > 0)
  return {
    screen: { DISPLAY: display, DBUS_SESSION_BUS_ADDRESS: bus, XDG_RUNTIME_DIR: runtime, GNOME_ACCESSIBILITY: '1' },
    said,
    close: () => {
      if (session.pid) process.kill(-session.pid, 'SIGKILL')
      screen.kill()
      // A desktop portal may have mounted a folder there.
      spawnSync('umount', ['--lazy', join(runtime, 'doc')])
      rmSync(home, { recursive: true, force: true })
    },
  }
}
