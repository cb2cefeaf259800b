import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/*
 * Postgres replays its log up to the first record that it cannot read, and takes that for the end: after a crash there
 * is always one. A damaged record looks the same, and what was acknowledged after it would be gone without a word. But
 * pages of the log are written whole and the rest of the last is zeros, so its true end can be seen in the files.
 * Layouts: PostgreSQL 17, pg_control.h and xlog_internal.h.
 */

const STATE_AT = 16
const SHUT_DOWN = 1
const SEGMENT_BYTES = 16 * 1024 * 1024
const PAGE_BYTES = 8192
const ADDRESS_AT = 8
/** The file of a segment: timeline, then the upper and lower part of its number. */
const SEGMENT_NAME = /^[0-9A-F]{8}([0-9A-F]{8})([0-9A-F]{8})$/

/** Where a segment's file begins in the log, in bytes; undefined for other files. */
function startOf(file: string): bigint | undefined {
  const [, upper, lower] = SEGMENT_NAME.exec(file) ?? []
  return upper && lower ? BigInt(`0x${upper}`) * 2n ** 32n + BigInt(`0x${lower}`) * BigInt(SEGMENT_BYTES) : undefined
}

/** The bytes of a segment that were written for it: a recycled file still holds pages of an earlier one. */
function writtenBytes(segment: Buffer, start: bigint): number {
  for (let at = segment.length - PAGE_BYTES; at >= 0; at -= PAGE_BYTES) {
    const page = segment.subarray(at, at + PAGE_BYTES)
    const place = start + BigInt(at)
    const address = page.readBigUInt64LE(ADDRESS_AT)
    const isRecycled = address < place && address % BigInt(SEGMENT_BYTES) === BigInt(at)
    if (isRecycled) continue
    const last = page.findLastIndex((byte) => byte !== 0)
    if (last >= 0) return at + last + 1
  }
  return 0
}

/**
 * The position after the last byte in the log of a database folder; undefined if there is nothing to replay, because
 * the database was shut down.
 */
export async function endOfLog(folder: string): Promise<bigint | undefined> {
  const control = await readFile(join(folder, 'global', 'pg_control'))
  if (control.readUInt32LE(STATE_AT) === SHUT_DOWN) return undefined
  const log = join(folder, 'pg_wal')
  const segments = (await readdir(log))
    .flatMap((file) => {
      const start = startOf(file)
      return start === undefined ? [] : [{ path: join(log, file), start }]
    })
    .sort((one, other) => (one.start < other.start ? 1 : -1))
  for (const { path, start } of segments) {
    const written = writtenBytes(await readFile(path), start)
    if (written > 0) return start + BigInt(written)
  }
}

/** The position that Postgres writes as two hexadecimal numbers, `0/1A2B3C`. */
export function logPosition(text: string): bigint {
  const [upper = '0', lower = '0'] = text.split('/')
  return BigInt(`0x${upper}`) * 2n ** 32n + BigInt(`0x${lower}`)
}
