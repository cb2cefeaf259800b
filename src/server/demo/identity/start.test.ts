import { describe, expect, it } from 'vitest'
import { urls } from '#contract/urls.ts'
import { startTestDemo } from '#harness/test-app.ts'
import { readSettings } from '#settings/read.ts'
import { startIdentityProviders } from './start.ts'

async function settingsWith(environment: Record<string, string>) {
  const { settings, close } = await startIdentityProviders(readSettings(environment))
  await close()
  return settings
}

const HERE = /^http:\/\/127\.0\.0\.1:\d+/

describe('the demo’s identity providers', () => {
  it('stand in for all three if none is configured', async () => {
    const demo = await startTestDemo()
    for (const provider of ['google', 'facebook', 'vk']) {
      const { statusCode, headers } = await demo.app.inject(urls.signInWith(provider))
      expect([statusCode, headers.location]).toEqual([302, expect.stringMatching(HERE)])
    }
    await demo.close()
  })

  it.each([
    [{ GOOGLE_CLIENT_ID: 'mine', GOOGLE_CLIENT_SECRET: 'secret' }],
    [{ GOOGLE_ISSUER: 'https://login.example' }],
  ])("don't replace Google if the operator sets %j", async (environment) => {
    const settings = await settingsWith(environment)
    const { GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = readSettings(environment)
    expect(settings).toMatchObject({ GOOGLE_ISSUER, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET })
    expect(settings.FACEBOOK_TOKEN_URL).toMatch(HERE)
    expect(settings.VK_TOKEN_URL).toMatch(HERE)
  })

  it('keep every other setting', async () => {
    expect(await settingsWith({ CODES_PER_TARGET: '7' })).toMatchObject({ CODES_PER_TARGET: 7 })
  })
})
