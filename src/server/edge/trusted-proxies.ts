import { isIP } from 'node:net'

/** The proxies of the setting TRUSTED_PROXIES, one by one. */
export function listTrustedProxies(setting: string): string[] {
  return setting
    .split(',')
    .map((proxy) => proxy.trim())
    .filter((proxy) => proxy !== '')
}

/** Whether it is an IP address, or a network with the length of its prefix. A number of hops is neither: the first of them can be made up. */
export function isProxyAddress(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  return (
    bits > 0 && more.length === 0 && (prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits))
  )
}
