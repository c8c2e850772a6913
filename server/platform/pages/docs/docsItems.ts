import type { JsonSchema, OpenApi, Operation } from '../../apiDescription/openapi.ts'
import { escapeHtml } from '../../calls/escapeHtml.ts'
import { fieldsOf, fieldTable, typeOf } from './docsFields.ts'
import type { DocsText } from './docsWords.ts'

/** One entry of the contents, with what it leads to. `label`, `html`: HTML; `words`: what the search finds it by. */
type DocsItem = { id: string; label: string; html: string; words: string }
export type DocsGroup = { title: string; items: DocsItem[] }

const code = (value: string) => `<code>${escapeHtml(value)}</code>`
export const block = (source: string): string => `<pre tabindex="0"><code>${escapeHtml(source)}</code></pre>`
const methodMark = (method: string) => `<span class="method ${method.toLowerCase()}">${method.toUpperCase()}</span>`

/** The samples of a call, one of them shown; chosen without a script. */
function samples(id: string, list: NonNullable<Operation['x-codeSamples']>, title: string): string {
  if (list.length === 0) return ''
  const tabs = list.map(
    ({ label }, nth) =>
      `<input type="radio" name="s-${id}" id="s-${id}-${nth}"${nth === 0 ? ' checked' : ''}><label for="s-${id}-${nth}">${escapeHtml(label)}</label>`,
  )
  return `<fieldset class="samples"><legend>${title}</legend>${tabs.join('')}${list.map(({ source }) => block(source)).join('')}</fieldset>`
}

/** `also`: its other addresses. */
type Call = { method: string; path: string; also: readonly string[]; operation: Operation }

function callItem({ method, path, also, operation }: Call, { components: { schemas } }: OpenApi, say: DocsText): DocsItem {
  const { operationId: id, summary, parameters, requestBody, responses, 'x-codeSamples': sources = [], 'x-roles': roles } = operation
  const [success, ...refusals] = Object.entries(responses).toSorted(([one], [other]) => Number(one) - Number(other))
  const body = Object.values(requestBody?.content ?? {})[0]?.schema
  const answer = Object.values(success?.[1].content ?? {})[0] as { schema: JsonSchema; example?: unknown } | undefined // with the example that `withExamples` adds
  const fields = parameters.map(({ name, in: place, schema, required, description = '' }) => ({
    name,
    type: `${typeOf(schema)} · ${place}`,
    required,
    about: description,
  }))
  // The list's filters are two hundred.
  const few = fields.length <= 12
  const errors = refusals.map(([status, { description }]) => ({ name: status, type: '', required: false, about: description }))
  // Shell first: it is read without knowing a language.
  const ordered = sources.toSorted((one, other) => Number(other.label === 'curl') - Number(one.label === 'curl'))
  const html = `<section id="${id}" class="call"><div class="told"><h3>${escapeHtml(summary)}</h3><p class="address">${methodMark(method)} ${code(path)}</p>${also.length > 0 ? `<p class="facts">${say('also')}: ${also.map(code).join(', ')}</p>` : ''}
    <p class="facts">${say('roles')}: ${roles.map((role) => code(role)).join(', ')} · ${say('answer')}: ${success?.[0] ?? ''}</p>
    ${fieldTable(say('parameters'), fields, say('required'), few)}${fieldTable(say('body'), body ? fieldsOf(body, schemas) : [], say('required'))}
    ${fieldTable(say('fields'), answer ? fieldsOf(answer.schema, schemas) : [], say('required'), false)}${fieldTable(say('refusals'), errors, '', false)}</div>
    <div class="shown">${samples(id, ordered, say('samples'))}${answer?.example === undefined ? '' : `<h4>${say('example')}</h4>${block(JSON.stringify(answer.example, null, 2))}`}</div></section>`
  return {
    id,
    label: `${methodMark(method)} ${escapeHtml(summary)}`,
    html,
    words: `${summary} ${method} ${path} ${also.join(' ')} ${id} ${JSON.stringify(refusals.map(([, one]) => one.description))}`,
  }
}

/** The calls of an API by their groups, in its order. */
export function callGroups(document: OpenApi, say: DocsText): DocsGroup[] {
  const groups = new Map<string, DocsGroup>(
    (document.tags ?? []).map(({ name, description }) => [name, { title: description || name, items: [] }]),
  )
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const names = new Set(calls.map(({ operation }) => operation.operationId))
  // A call's second address is called `operationRefund2`.
  const firstOf = ({ operationId }: Operation) => (names.has(operationId.replace(/\d$/, '')) ? operationId.replace(/\d$/, '') : operationId)
  for (const call of calls.filter(({ operation }) => firstOf(operation) === operation.operationId)) {
    const also = calls.filter((one) => one !== call && firstOf(one.operation) === call.operation.operationId).map(({ path }) => path)
    const tag = call.operation.tags[0] ?? ''
    const group = groups.get(tag) ?? { title: tag, items: [] }
    groups.set(tag, group)
    group.items.push(callItem({ ...call, also }, document, say))
  }
  return [...groups.values()].filter(({ items }) => items.length > 0)
}

/** The messages that are sent: how they are signed, then each type with its fields. `about`: the key of its words. */
export function messageGroup({ webhooks = {}, components: { schemas } }: OpenApi, about: string, say: DocsText): DocsGroup {
  const [first] = Object.values(webhooks)
  const headers = (first?.post.parameters ?? []).map(({ name, description = '' }) => ({
    name,
    type: '',
    required: false,
    about: description,
  }))
  const signed: DocsItem = {
    id: 'webhooks',
    label: say('messages'),
    html: `<section id="webhooks"><h3>${say('messages')}</h3><p>${say(about)}</p>${fieldTable('Headers', headers, '')}</section>`,
    words: say(about),
  }
  const types = Object.entries(webhooks).map(([type, { post }]): DocsItem => {
    const body = Object.values(post.requestBody?.content ?? {})[0]?.schema
    return {
      id: type,
      label: code(type),
      html: `<section id="${type}"><h3>${escapeHtml(post.summary)}</h3><p class="address">${code(type)}</p>${fieldTable(say('body'), body ? fieldsOf(body, schemas) : [], say('required'), false)}</section>`,
      words: `${type} ${post.summary} webhook`,
    }
  })
  return { title: say('messages'), items: [signed, ...types] }
}
