import { TRANSPORT_FAULTS } from '#harness/peers/faults.ts'
import { type FaultyGoogle, startFaultyGoogle, TOKEN_FAULTS } from '#harness/peers/google.ts'
import { type FaultyVendors, startFaultyVendors, VENDOR_FAULTS } from '#harness/peers/vendors.ts'
import type { RunningServer } from '#harness/server-process.ts'
import { settingsOf } from '#server/demo/identity/start.ts'
import { expect, type QuizPage, startDemo, test } from './fixtures.ts'

let google: FaultyGoogle
let vendors: FaultyVendors
let faulty: RunningServer

test.beforeAll(async () => {
  ;[google, vendors] = await Promise.all([startFaultyGoogle(), startFaultyVendors()])
  faulty = await startDemo({ PROVIDER_TIMEOUT_MS: '500', ...settingsOf({ google, vendors }) })
})
test.afterAll(() => Promise.all([google.close(), vendors.close(), faulty.stop()]))

/** On a busy machine even a good reply may come too late once. */
async function recovers({ page }: QuizPage, provider: string): Promise<void> {
  const button = page.getByRole('link', { name: `Continue with ${provider}` })
  await expect(async () => {
    if (await button.isVisible()) await button.click()
    await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible({ timeout: 5000 })
  }).toPass()
}

/**
 * Every fault leads back to the same address without a session; what the page shows there, and clicking the button, is
 * tried in Chromium at the first one alone, since each page load takes as long as ten journeys.
 */
async function failsInWords({ page }: QuizPage, provider: string, fault: string): Promise<void> {
  const button = page.getByRole('link', { name: `Continue with ${provider}` })
  if (page.url() === 'about:blank') {
    await page.goto(`${faulty.origin}/account`)
    await button.click()
    await expect(page.getByText('We couldn’t sign you in.'), `${provider}: ${fault}`).toBeVisible()
    await expect(page).toHaveURL(({ pathname, search }) => pathname === '/account' && search === '')
  }
  const journey = await page.request.get(`${faulty.origin}${await button.getAttribute('href')}`)
  const { pathname, search } = new URL(journey.url())
  expect([journey.status(), pathname + search], `${provider}: ${fault}`).toEqual([200, '/account?sign_in=failed'])
  const login = await page.request.get(`${faulty.origin}/v2/login`)
  expect((await login.json()).data).not.toHaveProperty('user_id')
}

test('whatever goes wrong at Google, the visitor returns, is told, and is not signed in', async ({ quiz }) => {
  // Discovery comes first: once it succeeds, it is cached.
  for (const step of ['discovery', 'keys', 'token'] as const)
    for (const kind of TRANSPORT_FAULTS) {
      google.fault = { step, kind }
      await failsInWords(quiz, 'Google', `${step}, ${kind}`)
    }
  google.fault = undefined
  for (const fault of TOKEN_FAULTS) {
    google.tokenFault = fault
    await failsInWords(quiz, 'Google', fault)
  }
  google.tokenFault = undefined
  await recovers(quiz, 'Google')
})

for (const provider of ['Facebook', 'VK'])
  test(`whatever goes wrong at ${provider}, the visitor returns, is told, and is not signed in`, async ({ quiz }) => {
    await quiz.page.context().addCookies([{ name: 'country_id', value: 'RU', url: faulty.origin }])
    for (const step of ['token', 'profile'] as const)
      for (const kind of TRANSPORT_FAULTS) {
        vendors.fault = { step, kind }
        await failsInWords(quiz, provider, `${step}, ${kind}`)
      }
    vendors.fault = undefined
    for (const fault of VENDOR_FAULTS.filter((name) => provider === 'VK' || name !== 'no device id')) {
      vendors.vendorFault = fault
      await failsInWords(quiz, provider, fault)
    }
    vendors.vendorFault = undefined
    await recovers(quiz, provider)
  })
