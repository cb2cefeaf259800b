import { Type } from 'typebox'
import { Value } from 'typebox/value'

const Settings = Type.Object({
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3000 }),
  HOST: Type.String({ minLength: 1, default: '127.0.0.1' }),
  DATA_DIR: Type.String({ minLength: 1, default: './.data' }),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], { default: 'warn' }),
  APP_USER_AGENT_TOKEN: Type.String({ minLength: 3, default: 'LanguageQuizApp' }),
})

export type Settings = Type.Static<typeof Settings>

/**
 * All settings, from the environment; the only reader of it. `.env.example` explains each.
 * @throws Error with one message that lists everything that is wrong
 */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.keys(Settings.properties).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  )
  const settings = Value.Convert(Settings, Value.Default(Settings, given))
  const problems = [...Value.Errors(Settings, settings)].map(
    ({ instancePath, message }) => `  ${instancePath.slice(1)}: ${message}`,
  )
  if (problems.length > 0)
    throw new Error(`These settings are wrong (.env.example explains them):\n${problems.join('\n')}`)
  return settings as Settings
}
