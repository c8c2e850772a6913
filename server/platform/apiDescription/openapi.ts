import { z } from 'zod/mini'
import type { Endpoint, Schema } from '#contract/platform/endpoint'
import { refusalStatus, type RefusalType } from '#contract/platform/errors'
import type { Config } from '../config/config.ts'
import type { CodeSample } from './httpSamples.ts'
import { snakeKey } from '../calls/wire.ts'

export type JsonSchema = { [key: string]: unknown; properties?: Record<string, JsonSchema>; required?: string[] }
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema; description?: string }
export type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  'x-roles': readonly string[]
  security: object[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, Response>
  /** Example requests, an extension that OpenAPI viewers show. */
  'x-codeSamples'?: CodeSample[]
}
type Header = { description: string; schema: JsonSchema }
type Response = {
  description: string
  headers?: Record<string, Header | { $ref: string }>
  content?: Record<string, { schema: JsonSchema }>
}
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string }; contact: { email: string } }
  servers: { url: string }[]
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: object; schemas: Record<string, JsonSchema>; headers: Record<string, Header> }
  /** Requests that we send to a shop's own addresses. */
  webhooks?: Record<
    string,
    { post: Pick<Operation, 'operationId' | 'summary' | 'description' | 'tags' | 'security' | 'parameters' | 'requestBody' | 'responses'> }
  >
}

/** `version`: of the API; `about`: its description, unless the words file has one; `fields`: the possible values of an error's `fields`; `besides`: response headers that other APIs do not have. */
type Frame = { version: string; about?: string; securitySchemes: object; fields: readonly JsonSchema[]; besides?: readonly HeaderName[] }

/** What the descriptions of all APIs have in common. */
export function openapiFrame(
  { brand }: Pick<Config, 'brand'>,
  { version, about = '', securitySchemes, fields, besides = [] }: Frame,
): Pick<OpenApi, 'openapi' | 'info' | 'components'> {
  return {
    openapi: '3.1.0',
    info: {
      title: brand.name,
      version,
      description: about,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { email: brand.supportEmail },
    },
    components: {
      securitySchemes,
      schemas: { Error: errorSchema(fields) },
      headers: Object.fromEntries([...commonHeaders, ...besides].map((name) => [name, headers[name]])),
    },
  }
}

/** The parameters of a call, with the idempotency key of one that can be repeated. */
export function parametersOf(endpoint: Pick<Endpoint, 'path' | 'query'>, isRepeatable: boolean): Parameter[] {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']): Parameter => ({
    name: snakeKey(name),
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query: JsonSchema = endpoint.query ? schemaOf(endpoint.query, 'input') : {}
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]): Parameter => ({
    name,
    in: 'query',
    required: query.required?.includes(name) ?? false,
    schema,
  }))
  const key: Parameter = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  }
  return [...inPath, ...inQuery, ...(isRepeatable ? [key] : [])]
}

/** Error responses by status, each with its possible types. */
export function refusalsOf(refusals: readonly RefusalType[]): Operation['responses'] {
  const byStatus = new Map<number, RefusalType[]>()
  for (const type of new Set<RefusalType>(refusals)) byStatus.set(refusalStatus[type], [...(byStatus.get(refusalStatus[type]) ?? []), type])
  return Object.fromEntries(
    [...byStatus].map(([status, types]) => [
      String(status),
      {
        description: types.join(', '),
        headers: headersOf('X-Request-Id', ...(status === 429 || status === 503 ? (['Retry-After'] as const) : [])),
        content: { 'application/json': { schema: oneOfErrors(types) } },
      },
    ]),
  )
}

const oneOfErrors = (types: readonly RefusalType[]): JsonSchema => ({
  allOf: [{ $ref: '#/components/schemas/Error' }],
  properties: { error: { properties: { type: { type: 'string', enum: [...types] } } } },
})

/** The `fields` of an error of the APIs for programs: messages by field, or the key that was not found. */
export const problemFields: readonly JsonSchema[] = [
  { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  { type: 'object', additionalProperties: { type: 'string' } },
]

function errorSchema(fields: readonly JsonSchema[]): JsonSchema {
  const properties = { type: { type: 'string' }, message: { type: 'string' }, fields: { anyOf: fields }, request_id: { type: 'string' } }
  const error: JsonSchema = { type: 'object', required: ['type', 'message', 'request_id'], properties }
  return { type: 'object', required: ['error'], properties: { error } }
}

const commonHeaders = ['X-Request-Id', 'Retry-After', 'Idempotent-Replayed'] as const
const headers = {
  'X-Request-Id': { description: '', schema: { type: 'string' } },
  'Retry-After': { description: '', schema: { type: 'integer' } },
  'Idempotent-Replayed': { description: '', schema: { const: 'true' } },
  RateLimit: { description: '', schema: { type: 'string' } },
  Location: { description: '', schema: { type: 'string', format: 'uri' } },
}

type HeaderName = keyof typeof headers

/** Headers of a response, by reference: their words stand with their definition. */
export const headersOf = (...names: readonly HeaderName[]): Operation['responses'][string]['headers'] & object =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

const replayedWords =
  'No se hizo nada: una llamada igual sin Idempotency-Key se hizo en los últimos 5 s, y esta es su respuesta. Lo que se quiere hacer dos veces lleva una clave propia.'

/** The schema of a response; that of a money call has `replayed`. */
export function answerSchema(shape: Schema, { money }: { money?: boolean }): JsonSchema {
  const schema = schemaOf(shape, 'output')
  if (!money) return schema
  return { ...schema, properties: { ...schema.properties, replayed: { type: 'boolean', const: true, description: replayedWords } } }
}

/** The headers of a success; a write's says whether it is a replay. */
export const successHeaders = ({ method }: { method: string }): Operation['responses'][string]['headers'] & object =>
  headersOf('X-Request-Id', ...(method === 'GET' ? [] : (['Idempotent-Replayed'] as const)))

/** JSON Schema of a schema, with property names in snake_case. */
export function schemaOf(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return snakeSchema(whole) as JsonSchema
}

/** Converts property names to snake_case, at every level. */
function snakeSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeSchema)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'properties')
        return [key, Object.fromEntries(Object.entries(inner as object).map(([name, property]) => [snakeKey(name), snakeSchema(property)]))]
      if (key === 'required') return [key, (inner as string[]).map(snakeKey)]
      return [key, snakeSchema(inner)]
    }),
  )
}
