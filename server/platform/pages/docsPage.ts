import { escapeHtml } from '../calls/escapeHtml.ts'
import { text } from '../calls/messages.ts'
import type { Config } from '../config/config.ts'
import type { JsonSchema, OpenApi, Operation } from '../apiDescription/openapi.ts'
import { plainPage } from './plainPage.ts'

/** `first`: the introduction before the calls, as HTML. */
type Docs = {
  first?: string
  about: 'docs.about' | 'docs.shops.about' | 'docs.provider.about'
  /** How the messages that are sent are signed and repeated. */
  messages?: 'docs.webhooks.about' | 'docs.provider.events'
  file: string
  /** The same in English. */
  english?: string
  others: readonly { path: string; title: 'docs.title' | 'docs.shops.title' }[]
}

const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
const code = (value: string) => `<code>${escapeHtml(value)}</code>`

/** A value's type in one line: `integer ≥ 1`, `"a" | "b"`, `[object]`. */
function typeOf(schema: JsonSchema): string {
  const { enum: values, const: only, type, anyOf, items, format, minimum, maximum } = schema
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(anyOf)) return anyOf.map((inner) => typeOf(inner as JsonSchema)).join(' | ')
  if (type === 'array') return `[${typeOf((items ?? {}) as JsonSchema)}]`
  const limits = [
    typeof minimum === 'number' && minimum > Number.MIN_SAFE_INTEGER ? `≥ ${minimum}` : '',
    typeof maximum === 'number' && maximum < Number.MAX_SAFE_INTEGER ? `≤ ${maximum}` : '',
  ]
  return [String(type ?? '…'), typeof format === 'string' ? `(${format})` : '', ...limits].filter(Boolean).join(' ')
}

function fields(schema: JsonSchema, prefix = ''): string[] {
  const inner = (schema.type === 'array' ? schema.items : schema) as JsonSchema
  return Object.entries(inner.properties ?? {}).flatMap(([name, property]) => {
    const nested = property.type === 'object' ? property : property.type === 'array' ? ((property.items ?? {}) as JsonSchema) : {}
    return [
      row([code(prefix + name), escapeHtml(typeOf(property)), inner.required?.includes(name) ? text('docs.required') : '']),
      ...fields(nested, `${prefix}${name}.`),
    ]
  })
}

const table = (title: string, rows: readonly string[]) =>
  rows.length === 0 ? '' : `<details open><summary>${title}</summary><table>${rows.join('')}</table></details>`

/** The first sample, and those in other languages to be opened. */
const samples = ([first, ...others]: NonNullable<Operation['x-codeSamples']>) =>
  (first ? `<pre>${code(first.source)}</pre>` : '') +
  others.map(({ label, source }) => `<details><summary>${label}</summary><pre>${code(source)}</pre></details>`).join('')

function drawn(method: string, path: string, operation: Operation): string {
  const [success, ...refusals] = Object.entries(operation.responses).toSorted(([a], [b]) => Number(a) - Number(b))
  const parameters = operation.parameters.map(({ name, in: place, schema, required }) =>
    row([code(name), place, escapeHtml(typeOf(schema)), required ? text('docs.required') : '']),
  )
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const answer = Object.values(success?.[1].content ?? {})[0]?.schema
  return `<section id="${operation.operationId}"><h2>${escapeHtml(operation.summary)}</h2><p>${code(`${method.toUpperCase()} ${path}`)}</p>
    <dl><dt>${text('docs.roles')}</dt><dd>${operation['x-roles'].join(', ')}</dd><dt>${text('docs.answer')}</dt><dd>${success?.[0] ?? ''}</dd></dl>
    ${samples(operation['x-codeSamples'] ?? [])}${table(text('docs.parameters'), parameters)}${table(text('docs.body'), body ? fields(body) : [])}${table(text('docs.fields'), answer ? fields(answer) : [])}
    <details><summary>${text('docs.refusals')}</summary><table>${refusals.map(([status, { description }]) => row([status, escapeHtml(description)])).join('')}</table></details></section>`
}

/** The messages sent to a shop's URLs: how they are signed, then each type with its fields. */
function drawnWebhooks(webhooks: NonNullable<OpenApi['webhooks']>, about: string): string {
  const [first] = Object.values(webhooks)
  const headers = (first?.post.parameters ?? []).map(({ name, description = '' }) => row([code(name), escapeHtml(description)]))
  const types = Object.entries(webhooks).map(([type, { post }]) => {
    const body = Object.values(post.requestBody?.content ?? {})[0]?.schema
    return `<section id="${type}"><h3>${escapeHtml(post.summary)}</h3><p>${code(type)}</p>${table(text('docs.body'), body ? fields(body) : [])}</section>`
  })
  return `<section id="webhooks"><h2>${text('webhooks.title')}</h2><p>${text(about)}</p><table>${headers.join('')}</table>${types.join('')}</section>`
}

/** The documentation page of an API, rendered from its OpenAPI document, without scripts. `file`: URL of that document; `others`: pages of other APIs. */
export function docsPage(
  { info, paths, webhooks }: OpenApi,
  { about, messages, file, english, others, first = '' }: Docs,
  brand: Config['brand'],
): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => drawn(method, path, operation)),
  )
  return plainPage(
    info.title,
    `<p>${text(about)} ${[file, ...(english === undefined ? [] : [english])].map((name) => `<a href="/${name}">${name}</a>`).join(', ')}</p><p>${others.map(({ path, title }) => `<a href="${path}">${text(title)}</a>`).join(' · ')}</p>${first}${calls.join('')}${webhooks && messages ? drawnWebhooks(webhooks, messages) : ''}`,
    brand,
  )
}

/** How a shop's server creates an order, confirms it and receives callbacks, with the client published for shops. */
const begin = (baseUrl: string, vendor: string) => `import { shopsClient } from '@${vendor}/shops-client'

const key = process.env.SHOP_KEY ?? '' // sk_test_…: modo de pruebas
const shop = shopsClient({ baseUrl: '${baseUrl}', key })`

const callback = `const { order, asks } = readCallback({ url, headers, body }, key)
return asks && order.totalAmount !== myTotal ? callbackNo('Importe distinto') : callbackYes('PED-1')`

const webhook = `const { id, message } = await readWebhook({ headers, body }, secret)
if (message.type === 'operation.refunded') console.log(id, message.data.mid, message.data.amount)`

const sample = (source: string) => `<pre><code>${escapeHtml(source)}</code></pre>`

/** The introduction to the shops' API: the client, and the rules of all lists. */
export const shopDocs = (baseUrl: string, { name, vendor }: Pick<Config['brand'], 'name' | 'vendor'>): string =>
  `<section id="client"><h2>${text('docs.shops.client')}</h2><p>${escapeHtml(text('docs.shops.client.about', { brand: name }))}</p>${sample(begin(baseUrl, vendor))}
  <p>${text('docs.shops.client.callback')}</p>${sample(callback)}<p>${text('docs.shops.client.webhook')}</p>${sample(webhook)}</section>
  <section id="lists"><h2>${text('docs.shops.lists')}</h2><p>${text('docs.shops.lists.about')}</p></section>`
