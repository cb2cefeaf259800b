import { sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'

/** Rows for each user. */
const SHARE = 26

/**
 * At least so many rows, with what is easily lost: microseconds, the shortest and longest numbers, quotes, nulls,
 * arrays, gaps in ids, and texts that look like something else, in keys too.
 */
export async function fillForMove(db: Database, rows: number): Promise<void> {
  const users = Math.ceil(rows / SHARE)
  const statements = `
  insert into users (nickname, avatar_file_name, country_id)
    select 'Zoë "' || n || E'"\\t\\\\ 日本', 'a' || n, case when n % 3 = 0 then 'JP' end from generate_series(1, ${users}) n;
  delete from users where id % 1000 = 0;
  insert into users (nickname, avatar_file_name) select hostile, hostile from unnest(array['NULL', '', '{}', '{NULL,"a\\', '\\N',
    $$'); drop table users; --$$, '\u202e\u2066\ufeff\u001b[31m\r\u0001', '\u{1f469}\u200d\u{1f3eb}', repeat('"\\', 100000)]) hostile;
  insert into identities select 'google', 'https://accounts.google.com', 's' || id, id from users;
  insert into identities select 'corp', subject, subject, 1
    from unnest(array['NULL', 'null', '', ' ', '{}', '{"a\\"}', E'a,\n''b', '\\', 'é😀', '$1', '\\x00']) as subject;
  insert into emails select 'someone' || id || '@example.com', id, now() - id * interval '1.000001 s' from users;
  insert into sessions (token_sha256, user_id) select md5(id::text), id from users;
  insert into user_languages (user_id, language, level) select id, language, 7 from users, unnest(array['english', 'french']) language;
  insert into assessments (id, visitor, user_id, flow_id, language, interface_language, earlier, round, answered, choices, is_correct,
      elapsed_ms, answered_at, finished_at, level, than, theta, standard_error, scorer_version)
    select gen_random_uuid(), 'v' || id, case when id % 4 > 0 then id end, id || '-a-1', 'french', 'de',
      (select jsonb_agg(jsonb_build_object('item_id', n, 'question', 'He suggested that we ____ the bus to the museum, n' || id,
        'correct', jsonb_build_array('take'), 'options', jsonb_build_array('take', 'took', 'taken', 'to take'), 'difficulty', -0.1 * n))
        from generate_series(1, 12) n),
      '[]', 2, '[["take"], []]', '{t,f}', '{1500,null}', array[now(), now() - interval '1 us'],
      now(), 'B1', 50, 0.1 + id / 3.0, 1e-7, 'one'
    from users, generate_series(1, 2);
  insert into reports (id, assessment_id) select replace(id::text, '-', ''), id from assessments where user_id is not null;
  insert into events (id, name, occurred_at, visitor, properties)
    select gen_random_uuid(), 'answer_question', now() - n * interval '1.000001 s', 'v' || n % 5000,
      jsonb_build_object('flow_id', n || '-a-1', 'position', n % 15, 'is_correct', n % 2 = 0, 'price', 1.50)
    from generate_series(1, ${17 * users}) n;
  insert into events (id, name, occurred_at, properties)
    select gen_random_uuid(), hostile, now(), jsonb_build_object(hostile, (repeat('[', 1000) || repeat(']', 1000))::jsonb)
    from unnest(array['', 'NULL', E'"\\'{}\u202e']) hostile`
  for (const statement of statements.split(';\n')) await sql.raw(statement).execute(db)
}
