import { choice, number, text } from './entry.ts'

export const storage = {
  DATABASE_URL: text({
    isSecret: true,
    form: {
      pattern: /^postgres(ql)?:\/\/.+$/,
      words: 'an address such as postgresql://user:password@host:5432/database',
    },
    help: [
      'Postgres 15 or later: postgresql://user:password@host:5432/database?sslmode=verify-full. Required by `npm',
      'run serve`. Empty: the embedded PGlite, for the demo.',
    ],
  }),
  DATABASE_POOL_SIZE: number({
    from: 1,
    to: 1000,
    default: 10,
    help: 'Maximum Postgres connections per process.',
  }),
  DATABASE_PREPARE: choice(['0', '1'], {
    default: '1',
    help: [
      "1 uses prepared statements. 0 is for poolers that don't support them, such as PgBouncer before 1.21 in",
      'transaction mode (docs/scaling.md).',
    ],
  }),
  DATA_DIR: text({
    default: './.data',
    help: 'Folder of the embedded database. One process at a time can use it.',
  }),
  REDIS_URL: text({
    isSecret: true,
    needs: ['CODE_PEPPER'],
    form: {
      pattern: /^rediss?:\/\/.+$/,
      words: 'an address such as redis://user:password@host:6379 or rediss://…',
    },
    help: [
      'Redis or Valkey for limits shared by all processes: redis://user:password@host:6379 or rediss://… Empty:',
      'each process counts on its own.',
    ],
  }),
  UNCLAIMED_DAYS: number({
    from: 1,
    to: 3650,
    default: 90,
    help: 'Days until an assessment that belongs to no account is deleted.',
  }),
}
