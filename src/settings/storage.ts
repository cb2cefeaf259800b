import { choice, number, text } from './entry.ts'

export const storage = {
  DATABASE_URL: text({
    isSecret: true,
    form: {
      pattern: /^postgres(ql)?:\/\/.+$/,
      words: 'an address such as postgresql://user:password@host:5432/database',
    },
    help: [
      'A Postgres server, 15 or later: postgresql://user:password@host:5432/database?sslmode=verify-full. Required by',
      '`npm run serve`. Empty: the demo uses the embedded PGlite.',
    ],
  }),
  DATABASE_POOL_SIZE: number({
    from: 1,
    to: 1000,
    default: 10,
    help: 'How many connections to that server one process may hold.',
  }),
  DATABASE_PREPARE: choice(['0', '1'], {
    default: '1',
    help: [
      '1 prepares the frequent statements once on each connection. 0 is for a pooler that hands a connection to',
      'another client between two statements and does not track prepared statements: PgBouncer before 1.21 in',
      'transaction mode (docs/scaling.md).',
    ],
  }),
  DATA_DIR: text({
    default: './.data',
    help: 'The folder of the embedded database. Only one process can use it.',
  }),
  REDIS_URL: text({
    isSecret: true,
    needs: ['CODE_PEPPER'],
    form: {
      pattern: /^rediss?:\/\/.+$/,
      words: 'an address such as redis://user:password@host:6379 or rediss://…',
    },
    help: [
      'A Redis or Valkey server for what several processes count and share (docs/operating.md):',
      'redis://user:password@host:6379 or rediss://… Empty: each process counts for itself.',
    ],
  }),
  UNCLAIMED_DAYS: number({
    from: 1,
    to: 3650,
    default: 90,
    help: 'After how many days an assessment that no account has claimed is deleted.',
  }),
}
