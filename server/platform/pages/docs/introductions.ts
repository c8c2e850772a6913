import type { Config } from '../../config/config.ts'
import { keyLimit } from '../../providerGateway/keyLimit.ts'
import { block, type DocsGroup } from './docsItems.ts'
import type { DocsText } from './docsWords.ts'

/** How a shop's server creates an order, confirms it and receives callbacks, with the client published for shops. */
const client = (baseUrl: string, vendor: string) => `import { shopsClient } from '@${vendor}/shops-client'

const key = process.env.SHOP_KEY ?? '' // sk_test_…
const shop = shopsClient({ baseUrl: '${baseUrl}', key })`

const callback = `const { order, asks } = readCallback({ url, headers, body }, key)
return asks && order.totalAmount !== myTotal ? callbackNo('Importe distinto') : callbackYes('PED-1')`

const webhook = `const { id, message } = await readWebhook({ headers, body }, secret)
if (message.type === 'operation.refunded') console.log(id, message.data.mid, message.data.amount)`

const firstCall = (baseUrl: string, vendor: string) => `curl '${baseUrl}/me' \\
  -H "Authorization: Bearer $SHOP_KEY" \\
  -H 'Accept: application/vnd.${vendor}.sandbox.v4+json'`

/** The introduction to the shops' API: a first call, the client, and the rules of all lists. */
export function shopsIntroduction(say: DocsText, baseUrl: string, { name, vendor }: Pick<Config['brand'], 'name' | 'vendor'>): DocsGroup {
  const section = (id: string, title: string, html: string) => ({
    id,
    label: say(title),
    html: `<section id="${id}"><h3>${say(title)}</h3>${html}</section>`,
    words: `${say(title)} ${html}`,
  })
  return {
    title: say('begin'),
    items: [
      section('first-call', 'provider.begin', block(firstCall(baseUrl, vendor))),
      section(
        'client',
        'client',
        `<p>${say('client.about', { brand: name })}</p>${block(client(baseUrl, vendor))}<p>${say('client.callback')}</p>${block(callback)}<p>${say('client.webhook')}</p>${block(webhook)}`,
      ),
      section('lists', 'lists', `<p>${say('lists.about')}</p>`),
    ],
  }
}

const account = (baseUrl: string) => `curl ${baseUrl}/provider/v1/accounts \\
  -H 'authorization: Bearer prov_…' -H 'idempotency-key: CRM-4711' -H 'content-type: application/json' \\
  -d '{"external_id": "CRM-4711", "type": "enterprise", "owner": {"email": "clara@mora.example", "first_name": "Clara", "last_name": "Mora"},
       "company": {"name": "Muebles Mora S.L.", "cif": "B58818501"}, "papers_elsewhere": true}'`

/** The introduction to the API for the provider's own systems: keys, repeats, lists, limits, and what staff confirms. */
export function providerIntroduction(say: DocsText, baseUrl: string): DocsGroup {
  const limits = { calls: String(keyLimit.calls), seconds: String(keyLimit.windowSeconds) }
  const parts = ['keys', 'repeats', 'lists', 'confirmed', 'limits', 'errors'].map((part) => `<p>${say(`provider.${part}`, limits)}</p>`)
  const html = `<section id="begin"><h3>${say('provider.begin')}</h3>${block(account(baseUrl))}${parts.join('')}</section>`
  return { title: say('begin'), items: [{ id: 'begin', label: say('provider.begin'), html, words: parts.join(' ') }] }
}
