import { escapeHtml } from '../calls/escapeHtml.ts'
import { text } from '../calls/messages.ts'

/** How a shop's server begins, is asked and is told, by the client that shops are given. */
const begin = (baseUrl: string) => `import { shopsClient } from '@trastienda/shops-client'

const key = process.env.SHOP_KEY ?? '' // sk_test_…: modo de pruebas
const shop = shopsClient({ baseUrl: '${baseUrl}', key })`

const callback = `const { order, asks } = readCallback({ url, headers, body }, key)
return asks && order.totalAmount !== myTotal ? callbackNo('Importe distinto') : callbackYes('PED-1')`

const webhook = `const { id, message } = await readWebhook({ headers, body }, secret)
if (message.type === 'operation.refunded') console.log(id, message.data.mid, message.data.amount)`

const sample = (source: string) => `<pre><code>${escapeHtml(source)}</code></pre>`

/** What the page about the shops' API says before its calls: the client, and what holds for every list. */
export const shopDocs = (baseUrl: string): string =>
  `<section id="client"><h2>${text('docs.shops.client')}</h2><p>${text('docs.shops.client.about')}</p>${sample(begin(baseUrl))}
  <p>${text('docs.shops.client.callback')}</p>${sample(callback)}<p>${text('docs.shops.client.webhook')}</p>${sample(webhook)}</section>
  <section id="lists"><h2>${text('docs.shops.lists')}</h2><p>${text('docs.shops.lists.about')}</p></section>`
