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

  it("don't replace a client of the operator's", async () => {
    const own = { GOOGLE_CLIENT_ID: 'mine', GOOGLE_CLIENT_SECRET: 'secret' }
    const settings = await settingsWith(own)
    expect(settings).toMatchObject({ ...own, GOOGLE_ISSUER: 'https://accounts.google.com' })
    expect(settings.OAUTH_STAND_IN).toMatch(HERE)
    expect(await settingsWith({ VK_CLIENT_ID: 'mine' })).toMatchObject({ VK_CLIENT_ID: 'mine', OAUTH_STAND_IN: '' })
  })

  it('keep every other setting', async () => {
    expect(await settingsWith({ CODES_PER_TARGET: '7' })).toMatchObject({ CODES_PER_TARGET: 7 })
  })
})
