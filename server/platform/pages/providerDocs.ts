import { keyLimit } from '../providerGateway/keyLimit.ts'
import { escapeHtml } from '../calls/escapeHtml.ts'
import { text } from '../calls/messages.ts'

const begin = (baseUrl: string) => `curl ${baseUrl}/provider/v1/accounts \\
  -H 'authorization: Bearer prov_…' -H 'idempotency-key: CRM-4711' -H 'content-type: application/json' \\
  -d '{"external_id": "CRM-4711", "type": "enterprise", "owner": {"email": "clara@mora.example", "first_name": "Clara", "last_name": "Mora"},
       "company": {"name": "Muebles Mora S.L.", "cif": "B58818501"}, "papers_elsewhere": true}'`

/** The introduction to the API for the provider's own systems: keys, repeats, lists, limits, and what staff confirms. */
export const providerDocs = (baseUrl: string): string => {
  const parts = ['keys', 'repeats', 'lists', 'confirmed', 'limits', 'errors'] as const
  const limits = { calls: String(keyLimit.calls), seconds: String(keyLimit.windowSeconds) }
  return `<section id="begin"><h2>${text('docs.provider.begin')}</h2><pre><code>${escapeHtml(begin(baseUrl))}</code></pre>
  ${parts.map((part) => `<p>${text(`docs.provider.${part}`, limits)}</p>`).join('')}</section>`
}
