import { setTimeout as sleep } from 'node:timers/promises'
import { administer } from '#harness/postgres.ts'
import type { Fault } from '../fault.ts'
import { failedOtherwise, underLoad } from '../under-load.ts'

/**
 * Every fourth write of an answer fails, as a deadlock or as a serialization failure in turn; a sequence survives
 * rollbacks.
 */
const INJECTOR = `
  create sequence conflicts;
  create function conflict() returns trigger language plpgsql as $$
  declare n bigint := nextval('conflicts');
  begin
    if n % 8 = 0 then raise exception 'injected' using errcode = '40001'; end if;
    if n % 8 = 4 then raise exception 'injected' using errcode = '40P01'; end if;
    return new;
  end $$;
  create trigger conflict before update on assessments for each row execute function conflict()`

export const conflicts: Fault = {
  id: 'F16',
  title: 'deadlocks (40P01) and serialization failures (40001) in the middle of an answer’s write',
  limit: 'retried without anyone noticing',
  count: 200,
  run: async (count) => {
    const tally = await underLoad({
      count: 1,
      pauseMs: 200,
      inject: async ({ url }) => {
        await administer(url, INJECTOR)
        for (;;) {
          const [row] = await administer(url, 'select last_value / 4 as injected from conflicts')
          if (Number(row?.injected) >= count) break
          await sleep(50)
        }
        await administer(url, 'drop trigger conflict on assessments')
        return []
      },
      judge: (outcomes) => failedOtherwise(outcomes, []),
    })
    return { ...tally, injections: count }
  },
}
