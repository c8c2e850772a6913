import { escapeHtml } from '../calls/escapeHtml.ts'
import { spoken } from '../calls/messages.ts'

/** Follows the product's paper look with system fonts only: these pages load nothing. */
const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:0 auto;max-width:60rem;padding:1.5rem}h1{font-size:1.75rem}h2{font-size:1.125rem;margin:0}
section,article{border:1px solid color-mix(in srgb,currentColor 25%,transparent);border-radius:.5rem;padding:1rem 1.25rem;margin:1rem 0}code,pre{font:.875rem/1.5 ui-monospace,monospace}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0}table{border-collapse:collapse;width:100%;margin:.5rem 0}td,th{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0}p,td,th{overflow-wrap:anywhere}
th{font-weight:600}dl{margin:.5rem 0;display:grid;grid-template-columns:max-content 1fr;gap:.125rem .75rem}dd{margin:0;overflow-wrap:anywhere}a{color:inherit}summary{cursor:pointer}`

/** A page without scripts, drawn by the server. `body` is HTML already. */
export function plainPage(title: string, body: string): string {
  return `<!doctype html><html lang="${spoken()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`
}
