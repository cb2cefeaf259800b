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
  PORT: number({ from: 0, to: 65_535, default: 3000, help: 'Port to listen on. 0 picks a free one.' }),
  HOST: text({
    default: '127.0.0.1',
    help: [
      'Address to listen on. The default is reachable from this machine only; the demo (`npm start`) accepts no',
      'other.',
    ],
  }),
  PUBLIC_URL: text({
    form: ORIGIN,
    help: [
      'Public origin of this service, such as https://example.com, without a trailing slash. Used for provider',
      'callbacks, shared links, and checks of where writes come from. Empty: taken from the Host header of each',
      'request. Required by `npm run serve`, because clients control that header.',
    ],
  }),
  TRUSTED_PROXIES: list({
    errorOf: (item) =>
      isProxyAddress(item) ? undefined : `${item} is neither an IP address nor a network such as 10.0.0.0/8`,
    help: [
      'Comma-separated addresses or networks of the proxies in front of this service, such as 10.1.2.3 or',
      "10.0.0.0/8. Only these proxies' X-Forwarded-* headers are trusted. Empty: none. `npm run serve` requires it",
      'with an https PUBLIC_URL.',
    ],
  }),
  STOP_NOTICE_SECONDS: number({
    from: 0,
    to: 5,
    default: 1,
    help: [
      'Seconds after SIGTERM during which /readyz answers 503 while requests are still served, so the load balancer',
      'can drain. Use twice its check interval.',
    ],
  }),
  METRICS_PORT: number({
    from: 0,
    to: 65_535,
    default: 0,
    help: 'Port that serves /metrics for Prometheus, separate from the public one. 0 turns it off.',
  }),
  METRICS_HOST: text({
    default: '127.0.0.1',
    help: 'Address of the metrics port. The default is reachable from this machine only.',
  }),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], {
    default: 'warn',
    help: 'Minimum log level: fatal, error, warn, info, debug, or silent.',
  }),
}
