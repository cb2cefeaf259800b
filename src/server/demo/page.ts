import type { FastifyReply } from 'fastify'
import { escapeHtml } from '#contract/html.ts'

const STYLES = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
table{border-collapse:collapse;width:100%}td,th{text-align:start;padding:.4rem .6rem;border-bottom:1px solid #8886}
td:first-child{white-space:nowrap}
button{font:inherit;min-height:2.75rem;padding:0 1rem}
td button{width:100%}`

/** Sends a plain page with the given body. */
export function sendDemoPage(reply: FastifyReply, title: string, body: string) {
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><link rel="icon" href="/static/icons/icon.svg" type="image/svg+xml">
<style nonce="${reply.nonce}">${STYLES}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`)
}
