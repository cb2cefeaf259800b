import { isIPv6 } from 'node:net'

/** Fields that contain numbers, or an id of the request or its trace. */
const IMPERSONAL_FIELDS = ['level', 'time', 'pid', 'hostname', 'reqId', 'trace_id', 'ms']

/** Names of temporary folders and thrown errors that tests make up. */
const MADE_UP = /(language-quiz|thrown)-[\w-]+/g

/** What logs must not contain. Test services use local ports, so 127.0.0.1 counts as personal only without a port. */
const PERSONAL: Readonly<Record<string, RegExp>> = {
  'a UUID': /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/i,
  'an id in a path': /\/[a-z_]+\/\d+(?![\w.-])/,
  'an email address': /[\w.+-]+@[\w-]+\.\w/,
  'a phone number': /\+\d{7,}/,
  'an IPv4 address': /(?<![\d.])(?!127\.0\.0\.1:\d)\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/,
  'a token': /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{22,}(?![\w-])/,
}

const hasIPv6 = (text: string) => (text.match(/[0-9a-f:.]{3,}/gi) ?? []).some(isIPv6)

function withoutImpersonal(line: string): string {
  try {
    const fields: unknown = JSON.parse(line)
    if (typeof fields !== 'object' || fields === null) return line
    return JSON.stringify(Object.entries(fields).filter(([name]) => !IMPERSONAL_FIELDS.includes(name)))
  } catch {
    return line
  }
}

/** The log lines that contain personal data (an id, an address, or a token), each with what was found. */
export function personalLines(log: string): string[] {
  return log.split('\n').flatMap((line) => {
    const text = withoutImpersonal(line).replace(MADE_UP, '')
    const [found] = Object.entries(PERSONAL).find(([, pattern]) => pattern.test(text)) ?? []
    const what = found ?? (hasIPv6(text) ? 'an IPv6 address' : undefined)
    return what ? [`${what}: ${line}`] : []
  })
}
