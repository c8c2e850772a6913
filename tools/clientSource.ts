import { format } from 'oxfmt'
import type { Schema } from '#contract/platform/endpoint'
import { refusalStatus, type RefusalType } from '#contract/platform/errors'
import { commonShopErrors, type ShopCall } from '#contract/platform/shopCall'
import { orderMessage } from '#contract/sales/shopsApi/shopOrders'
import { shopCalls } from '#contract/shopsApi'
import { webhookMessage } from '#contract/sales/shopsApi/webhookMessages'
import { webhookTest, webhookTypes } from '#domain/merchants/webhook'
import { successOf } from '../server/platform/calls/answer.ts'
import type { JsonSchema } from '../server/platform/apiDescription/openapi.ts'
import { filtersText } from './clientFilters.ts'
import { plainShapes, shapeNames, shapeSchema } from './clientShapes.ts'
import { nameOf, typeText } from './typeText.ts'

const head = '// Made of the contract by `npm run client`: not to be changed by hand.\n'

/** Schemas by type name, collected from all requests and responses: every schema is read here, before anything is written. */
const bases = new Map<string, JsonSchema>()
function schemaOf(shape: Schema, io: 'input' | 'output'): JsonSchema {
  const schema = shapeSchema(shape, io)
  for (const [name, found] of Object.entries(schema.$defs ?? {})) bases.set(nameOf(name), found)
  return schema
}

type ClientCall = { call: ShopCall; params: string[]; input: 'body' | 'query' | null; needed: boolean; answer: JsonSchema | null }
const drawn = shopCalls.map((call): ClientCall => {
  const { shape } = successOf(call)
  const schema = call.body ? schemaOf(call.body, 'input') : call.query && schemaOf(call.query, 'input')
  return {
    call,
    params: [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    input: call.body ? 'body' : call.query || call.parameters ? 'query' : null,
    needed: (schema?.required?.length ?? 0) > 0 || schema?.['type'] === 'array' || typeof schema?.['$ref'] === 'string',
    answer: shape === null || shape === 'file' ? null : schemaOf(shape, 'output'),
  }
})
/** Webhook payloads by event type. */
const messages = ([...webhookTypes, webhookTest] as const).map((type) => ({ type, schema: schemaOf(webhookMessage(type), 'output') }))
// Not part of any call, but of the callback's response.
schemaOf(orderMessage, 'output')

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
const text = (schema: JsonSchema) => typeText(schema, bases)
const union = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' | ')
const isPlain = (type: string) => !type.includes('{')

/** The type of a call's parameters; a named type where it has none and is more than one word. */
function askedText({ call, input }: ClientCall): { name: string; type: string; isOwn: boolean } {
  const shape = call.body ?? call.query
  const type = shape ? text(schemaOf(shape, 'input')) : ''
  const isOwn = !isPlain(type)
  return { name: isOwn || !shape ? capital(call.name) + capital(input ?? '') : type, type, isOwn }
}

/** The type of a call's response: a list is a `Page` of its rows. */
function answerText({ answer }: ClientCall): string {
  const { cursor, results } = answer?.properties ?? {}
  if (cursor && results) return `Page<${text(results['items'] as JsonSchema)}>`
  return answer ? text(answer) : 'void'
}

function namedText(name: string): string {
  const plain = plainShapes[name]
  if (plain) return `/** ${plain.about} */\nexport type ${name} = ${plain.type}\n`
  const schema = bases.get(name)
  if (!schema) throw new Error(`no call uses ${name}: remove it from clientShapes.ts`)
  return `export type ${name} = ${typeText(schema, new Map([...bases].filter(([other]) => other !== name)))}\n`
}

/** The file with all types. */
function shapes(): string {
  const questions = drawn.map(askedText).flatMap(({ name, type, isOwn }) => (isOwn ? [`export type ${name} = ${type}\n`] : []))
  const long = drawn.filter((one) => !isPlain(answerText(one)))
  const answers = long.map((one) => `export type ${capital(one.call.name)}Answer = ${answerText(one)}\n`)
  return `${head}${[...shapeNames.map(namedText), ...questions, ...answers].join('\n')}`
}

/** The webhook payloads: event types with the same fields are grouped. */
function messagesText(): string {
  const byData = Map.groupBy(messages, ({ schema }) => text(schema.properties?.['data'] ?? {}))
  const kinds = [...byData].map(([data, same]) => `Message<${union(same.map(({ type }) => type))}, ${data}>`)
  const used = shapeNames.filter((name) => kinds.some((kind) => new RegExp(`\\b${name}\\b`).test(kind)))
  return `${head}import type { ${[...used, 'Instant'].join(', ')} } from './shapes.ts'

type Message<Type extends string, Data> = { [T in Type]: { type: T; timestamp: Instant; data: Data } }[Type]
/** What is sent to an address of yours, told apart by \`type\`. */
export type WebhookMessage = ${kinds.join(' | ')}\n`
}

const refusals = (call: ShopCall) => call.refusals.filter((type) => !(commonShopErrors as readonly RefusalType[]).includes(type))

/** The refusals of every call, and of each what it adds. */
function refusalsText(): string {
  const own = drawn.filter(({ call }) => refusals(call).length > 0)
  const all = [...new Set<RefusalType>([...commonShopErrors, ...shopCalls.flatMap((call) => call.refusals)])]
  return `${head}
/** The HTTP status of every refusal. */
export const refusalStatus = { ${all.map((type) => `${type}: ${refusalStatus[type]}`).join(', ')} } as const

export type RefusalType = keyof typeof refusalStatus

/** What any call may refuse. */
export type CommonRefusal = ${union(commonShopErrors)}

/** What a call may refuse besides. */
export type OwnRefusals = { ${own.map(({ call }) => `${call.name}: ${union(refusals(call))}`).join('; ')} }

export type CallName = ${union(shopCalls.map(({ name }) => name))}\n`
}

const fromShapes = (type: string) =>
  type.replaceAll(/[A-Z]\w+/g, (name) => (['Page', 'OperationListQuery'].includes(name) ? name : `shapes.${name}`))

function callText(clientCall: ClientCall): string {
  const { call, params, input, needed } = clientCall
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${segment(${name})}`)
  const parameters = [
    ...params.map((name) => `${name}: string | number`),
    ...(input ? [`${input}: ${fromShapes(askedText(clientCall).name)}${needed ? '' : ' = {}'}`] : []),
    'options?: CallOptions',
  ]
  const heard = answerText(clientCall)
  const type = isPlain(heard) ? fromShapes(heard) : `shapes.${capital(call.name)}Answer`
  const no = refusals(call)
  const sent = [
    `call: '${call.name}'`,
    `method: '${call.method}'`,
    params.length > 0 ? `path: \`${path}\`` : `path: '${path}'`,
    ...(input ? [input] : []),
    'options',
  ]
  return `/** ${call.summary}: \`${call.method} ${call.path}\`.${no.length > 0 ? ` It may refuse with ${no.join(', ')}.` : ''} */
  ${call.name}: (${parameters.join(', ')}): Promise<${type}> => send({ ${sent.join(', ')} }),`
}

function callsFile(): string {
  return `${head}import type { Page } from '../page.ts'
import { segment, type CallOptions, type Send } from '../send.ts'
import type { OperationListQuery } from './orderFilters.ts'
import type * as shapes from './shapes.ts'

/** Every call of the shops' API, by the name that its description gives it. */
export const callsOf = (send: Send) => ({
  ${drawn.map(callText).join('\n\n  ')}
})\n`
}

const style = { singleQuote: true, semi: false, printWidth: 140 } as const
async function tidy(file: string, source: string): Promise<string> {
  const { code, errors } = await format(file, source, style)
  if (errors.length > 0) throw new Error(`${file} is not valid TypeScript: ${errors[0]?.message}`)
  return code
}

const tableBegin = '<!-- calls: made by `npm run client` -->'
const tableEnd = '<!-- /calls -->'

/** The table of all calls, for the README. */
function table(): string {
  const rows = drawn.map(({ call, params, input, needed }) => {
    const parameters = [...params, ...(input ? [`${input}${needed ? '' : '?'}`] : [])].join(', ')
    const key = call.policy.key === 'publicKey' ? 'any' : 'private'
    return `| \`${call.name}(${parameters})\` | \`${call.method} ${call.path}\` | ${key} | ${refusals(call).join(', ') || '–'} |`
  })
  return [tableBegin, '| Call | Address | Key | Its own refusals |', '|---|---|---|---|', ...rows, tableEnd].join('\n')
}

/** The README with its table regenerated. */
export function withTable(readme: string): string {
  const [before = '', rest = ''] = readme.split(tableBegin)
  return `${before}${table()}${rest.split(tableEnd)[1] ?? ''}`
}

/** The files of the client that are generated from the contract, by their names in `client/src/generated`. */
export const clientSource = async (): Promise<Readonly<Record<string, string>>> => ({
  'shapes.ts': await tidy('shapes.ts', shapes()),
  'orderFilters.ts': await tidy('orderFilters.ts', head + filtersText()),
  'webhookMessages.ts': await tidy('webhookMessages.ts', messagesText()),
  'refusals.ts': await tidy('refusals.ts', refusalsText()),
  'calls.ts': await tidy('calls.ts', callsFile()),
})
