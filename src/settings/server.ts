import { isIP } from 'node:net'
import { choice, list, number, text } from './entry.ts'
import { ORIGIN } from './forms.ts'

/** Whether `text` is an IP address or a CIDR network. Hop counts are refused: clients can forge the first hops. */
function isProxyAddress(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return (
    bits > 0 && more.length === 0 && (prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits))
  )
}

export const server = {
  PORT: number({ from: 0, to: 65_535, default: 3000, help: 'The port to listen on; 0 takes a free one.' }),
  HOST: text({
    default: '127.0.0.1',
    help: [
      'The address to listen on. The default is reached from this machine only; the demo (`npm start`) takes no other.',
    ],
  }),
  PUBLIC_URL: text({
    form: ORIGIN,
    help: [
      'Where people reach this service, such as https://example.com, without a slash at its end. The callback',
      'addresses of identity providers begin with it, and writes from its pages are accepted, even behind a proxy that',
      'hides the address. Empty: taken from each request, which `npm run serve` does not allow, because visitors',
      'choose the Host header.',
    ],
  }),
  TRUSTED_PROXIES: list({
    faultOf: (item) =>
      isProxyAddress(item) ? undefined : `${item} is neither an IP address nor a network such as 10.0.0.0/8`,
    help: [
      'The addresses of the proxies in front of this service, with commas between, such as 10.1.2.3 or 10.0.0.0/8.',
      'Only they are believed in X-Forwarded-For, -Proto and -Host. Empty: nobody. `npm run serve` needs it with an',
      'https PUBLIC_URL.',
    ],
  }),
  STOP_NOTICE_SECONDS: number({
    from: 0,
    to: 5,
    default: 1,
    help: [
      'After SIGTERM, for how long /readyz answers 503 while requests are still taken, so that a balancer sends them',
      'elsewhere: as long as two of its checks take.',
    ],
  }),
  PAGES_AT_ONCE: number({
    from: 1,
    to: 10_000,
    default: 16,
    help: 'How many pages one process makes at once.',
  }),
  PAGES_WAITING: number({
    from: 0,
    to: 100_000,
    default: 200,
    help: 'How many requests for pages may wait, for at most 2 s; the rest get 503.',
  }),
  METRICS_PORT: number({
    from: 0,
    to: 65_535,
    default: 0,
    help: 'Where Prometheus reads /metrics: a port of its own, so that the public does not; 0 for none.',
  }),
  METRICS_HOST: text({
    default: '127.0.0.1',
    help: 'The address of that port. The default is reached from this machine only.',
  }),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
    default: 'warn',
    help: 'The least that is logged: fatal, error, warn, info, debug, or silent for nothing.',
  }),
}
