import { urls } from '#contract/urls.ts'
import { administer } from '#harness/postgres.ts'
import type { Fault } from '../fault.ts'
import { failedOtherwise, underLoad } from '../under-load.ts'

const DROP_ALL = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'language-quiz'"

export const terminate: Fault = {
  id: 'F12',
  title: 'Postgres terminates all of the service’s connections every second for 30 s',
  limit: 'no crash, nothing lost, no request fails except sign-ins, which can’t be retried, with 503',
  count: 30,
  run: (count) =>
    underLoad({
      count,
      pauseMs: 1000,
      inject: async ({ postgres }) => {
        await administer(postgres.url, DROP_ALL)
        return []
      },
      // A busy machine may need longer than the two seconds of retries. Then a request fails with 503 and the client
      // retries, so nothing is lost.
      judge: (outcomes) => [
        ...failedOtherwise(outcomes, [503]),
        ...failedOtherwise(
          outcomes.filter(({ path }) => process.env.TIME_LIMITS && path !== urls.appSessions),
          [],
        ),
      ],
    }),
}
