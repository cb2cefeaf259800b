import { administer } from '../../postgres-server.ts'
import type { Fault } from '../fault.ts'
import { failedOtherwise, underLoad } from '../under-load.ts'

const DROP_ALL = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'language-quiz'"

export const terminate: Fault = {
  id: 'F12',
  title: 'Postgres ends all connections of the service, each second for 30 s',
  limit: 'no crash, nothing lost, errors are 503 only, fewer than one in a hundred',
  count: 30,
  short: 4,
  run: (count) =>
    underLoad({
      count,
      pauseMs: 1000,
      inject: async ({ postgres }) => {
        await administer(postgres.url, DROP_ALL)
        return []
      },
      judge: (outcomes) => {
        const refused = outcomes.filter(({ status }) => status === 503).length
        const many = refused * 100 < outcomes.length ? [] : [`${refused} of ${outcomes.length} requests were refused`]
        return [...failedOtherwise(outcomes, [503]), ...many]
      },
    }),
}
