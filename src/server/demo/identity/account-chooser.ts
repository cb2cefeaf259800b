import type { ServerResponse } from 'node:http'
import { escapeHtml } from '#contract/html.ts'
import type { Provider } from '#contract/sign-in.ts'
import type { Person } from './stand-in.ts'

const NAMES: Record<Provider, string> = { google: 'Google', facebook: 'Facebook', vk: 'VK' }
const COLORS: Record<Provider, string> = { google: '#1a73e8', facebook: '#1877f2', vk: '#0077ff' }

const STYLES = `:root{color-scheme:light dark;--ink:#1d2233;--soft:#575d70;--paper:#f3f4f7;--card:#fff;--line:#d5d8e0;--wash:#f3f6fe}
@media(prefers-color-scheme:dark){:root{--ink:#eceef6;--soft:#a9afc2;--paper:#101218;--card:#1b1e28;--line:#3a4054;--wash:#252b3d}}
*{box-sizing:border-box}body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:1rem;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{width:min(27rem,100%);padding:2rem 1.5rem 1.5rem;border:1px solid var(--line);border-radius:1.25rem;background:var(--card)}
h1{margin:0;font-size:1.5rem;line-height:1.25;text-wrap:balance}p{margin:.5rem 0 1.25rem;color:var(--soft)}form{display:grid;gap:.5rem}
button{display:flex;align-items:center;gap:.875rem;width:100%;min-height:3.75rem;padding:.5rem .875rem;border:1px solid var(--line);border-radius:.875rem;background:none;color:inherit;font:inherit;text-align:start;cursor:pointer}
button:hover{background:var(--wash)}button:focus-visible{outline:3px solid currentcolor;outline-offset:2px}
i{flex:none;display:grid;place-items:center;width:2.5rem;height:2.5rem;border-radius:50%;color:#fff;font-style:normal;font-weight:650}
b{display:block;font-weight:650;line-height:1.3}small{color:var(--soft);overflow-wrap:anywhere}
.cancel{justify-content:center;min-height:2.75rem;margin-block-start:.5rem;border-color:transparent;color:var(--soft)}`

function personButton({ id, name = id, email }: Person): string {
  return `<button type="submit" name="person" value="${escapeHtml(id)}"><i aria-hidden="true">${escapeHtml(name.slice(0, 1))}</i><span><b>Continue as ${escapeHtml(name)}</b><small>${escapeHtml(email ?? 'no email address')}</small></span></button>`
}

/** The demo provider's page for choosing an account and consenting. */
export function sendAccountChooser(response: ServerResponse, provider: Provider, people: readonly Person[]): void {
  const name = NAMES[provider]
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  })
  response.end(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in with ${name} (demo)</title><link rel="icon" href="data:,"><style>${STYLES}i{background:${COLORS[provider]}}</style></head>
<body><main><h1>Sign in with ${name}</h1><p>The demo’s stand-in for ${name}, on this machine. The quiz will learn the name and the email address.</p>
<form method="post">${people.map(personButton).join('')}<button class="cancel" name="person" value="">Cancel</button></form></main></body></html>`)
}

/** The person chosen on the page, or null. */
export function chosenPerson(form: URLSearchParams, people: readonly Person[]): Person | null {
  return people.find(({ id }) => id === form.get('person')) ?? null
}
