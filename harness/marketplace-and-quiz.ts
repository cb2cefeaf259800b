import type { Sender } from '#server/sign-in/senders.ts'
import { newAccount } from './accounts.ts'
import { ApiClient } from './api-client.ts'
import { marketplaceSettings } from './peers/marketplace.ts'
import { startTestApp, startTestDemo, type TestApp } from './test-app.ts'

export type TwoServices = { market: TestApp; quiz: TestApp; log: string[]; close: () => Promise<void> }

/** Our own demo on a port as the marketplace, and a second instance that uses it. */
export async function startTwoServices(environment: Record<string, string> = {}): Promise<TwoServices> {
  const market = await startTestDemo()
  const url = await market.app.listen({ port: 0, host: '127.0.0.1' })
  const log: string[] = []
  const sender: Sender = {}
  const quiz = await startTestApp({ LOG_LEVEL: 'warn', ...marketplaceSettings(url), ...environment }, sender, {
    write: (line) => log.push(line),
  })
  return {
    market,
    quiz,
    log,
    close: async () => {
      await quiz.close()
      await market.close()
    },
  }
}

/** A user with an account at the marketplace, as the other service sees their browser. */
export async function newLearner(
  { market, quiz }: TwoServices,
  ...user: [Parameters<typeof newAccount>[1]?]
): Promise<{ client: ApiClient; marketplaceId: number }> {
  const account = await newAccount(market, ...user)
  const client = new ApiClient(quiz.app)
  client.setCookie('sid', account.client.cookies.sid as string)
  return { client, marketplaceId: account.user.id }
}
