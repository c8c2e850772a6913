import { z } from 'zod/mini'
import { isMemberPolicy } from '#contract/platform/policy'
import { commonErrors, type Endpoint, type Schema } from '#contract/platform/endpoint'
import { refusalStatus, type RefusalType } from '#contract/platform/errors'
import { calls } from '#contract/index'
import { roles } from '#domain/access/roles'
import type { Config } from '../config/config.ts'
import { successOf } from './answer.ts'
import { mediaTypeOf, snakeKey } from './wire.ts'

export type JsonSchema = { [key: string]: unknown; properties?: Record<string, JsonSchema>; required?: string[] }
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema; description?: string }
export type Operation = {
  operationId: string
  summary: string
  tags: string[]
  'x-roles': readonly string[]
  security: object[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, Response>
  /** Example requests, an extension that OpenAPI viewers show. */
  'x-codeSamples'?: { lang: string; source: string }[]
}
type Response = {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: Record<string, { schema: JsonSchema }>
}
export type OpenApi = {
  openapi: '3.1.0'
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: object
  /** Requests that we send to a shop's own addresses. */
  webhooks?: Record<string, { post: Pick<Operation, 'summary' | 'parameters' | 'requestBody' | 'responses'> }>
}

/** The OpenAPI 3.1 description, generated from the contract that requests are validated with. */
export function openapi({ brand, publicUrl, hosts }: Pick<Config, 'brand' | 'publicUrl' | 'hosts'>): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const endpoint of calls) {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${snakeKey(name)}}`)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, brand.vendor) }
  }
  return {
    openapi: '3.1.0',
    info: { title: brand.name, version: '2' },
    servers: [{ url: hosts.vendorApiUrl || publicUrl }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        // The token of one checkout's link, valid for that checkout only.
        checkout: { type: 'http', scheme: 'bearer', bearerFormat: 'link' },
        // A shop's public key, which its pages contain.
        publicKey: { type: 'apiKey', in: 'query', name: 'public_key' },
      },
    },
  }
}

function operationOf(endpoint: Endpoint, vendor: string): Operation {
  const { policy } = endpoint
  const { status, shape } = successOf(endpoint)
  const live = mediaTypeOf(vendor, 'live', endpoint.path)
  const sandbox = mediaTypeOf(vendor, 'sandbox', endpoint.path)
  // The holder of a checkout's or a bank check's link.
  const byLink = policy.roles === 'consumer' || (policy.roles === 'public' && policy.bearer === 'link')
  const isBearer = policy.roles !== 'public' || policy.bearer === 'session'
  const body =
    shape === 'file'
      ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
      : shape === null
        ? undefined
        : { [live]: { schema: answerSchema(shape, endpoint) }, [sandbox]: { schema: answerSchema(shape, endpoint) } }
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [
      endpoint.path.split('/')[3] === '{merchantId}' ? (endpoint.path.split('/')[4] ?? 'merchants') : (endpoint.path.split('/')[2] ?? ''),
    ],
    'x-roles': isMemberPolicy(policy) ? roles.filter((role) => policy.roles.includes(role)) : [policy.roles],
    security: policy.roles === 'publicKey' ? [{ publicKey: [] }] : byLink ? [{ checkout: [] }] : isBearer ? [{ bearer: [] }] : [],
    parameters: parametersOf(endpoint, endpoint.method !== 'GET' && endpoint.policy.roles !== 'public'),
    ...requestOf(endpoint),
    responses: {
      [status]: { description: 'OK', ...repeatHeaders(endpoint), ...(body ? { content: body } : {}) },
      ...refusalsOf([...commonErrors, ...endpoint.refusals], errorFields),
    },
  }
}

/** Fields as JSON; with a file, a multipart form. */
function requestOf({ body, file }: Endpoint): Pick<Operation, 'requestBody'> {
  const schema = body ? schemaOf(body, 'input') : undefined
  if (!file) return schema ? { requestBody: { required: true, content: { 'application/json': { schema } } } } : {}
  const bytes = { type: 'string', format: 'binary', maxLength: file.maxBytes }
  const form: JsonSchema = {
    ...schema,
    type: 'object',
    properties: { ...schema?.properties, [snakeKey(file.name)]: bytes },
    required: [...(schema?.required ?? []), snakeKey(file.name)],
  }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }
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
export function refusalsOf(refusals: readonly RefusalType[], fields: readonly JsonSchema[]): Operation['responses'] {
  const byStatus = new Map<number, RefusalType[]>()
  for (const type of new Set<RefusalType>(refusals)) byStatus.set(refusalStatus[type], [...(byStatus.get(refusalStatus[type]) ?? []), type])
  return Object.fromEntries(
    [...byStatus].map(([status, types]) => [
      String(status),
      { description: types.join(', '), content: { 'application/json': { schema: errorSchema(types, fields) } } },
    ]),
  )
}

const errorFields: readonly JsonSchema[] = [
  {
    type: 'array',
    items: {
      type: 'object',
      properties: { name: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      required: ['name', 'code', 'message'],
    },
  },
  { type: 'object', properties: { uuid: { type: 'string' } }, required: ['uuid'] },
]

/** The `fields` of an error of the APIs for programs: messages by field, or the key that was not found. */
export const problemFields: readonly JsonSchema[] = [
  { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
  { type: 'object', additionalProperties: { type: 'string' } },
]

function errorSchema(types: readonly RefusalType[], fields: readonly JsonSchema[]): JsonSchema {
  const error = {
    type: 'object',
    required: ['type', 'message', 'request_id'],
    properties: {
      type: { enum: [...types] },
      message: { type: 'string' },
      fields: { anyOf: fields },
      request_id: { type: 'string' },
    },
  }
  return { type: 'object', required: ['error'], properties: { error: error as JsonSchema } }
}

const replayedWords =
  'Nothing was done: an equal call without Idempotency-Key had been done within the last 5 s, and this is its answer. What is meant twice is sent with a key of its own.'

/** The schema of a response; that of a money call has `replayed`. */
export function answerSchema(shape: Schema, { money }: { money?: boolean }): JsonSchema {
  const schema = schemaOf(shape, 'output')
  if (!money) return schema
  return { ...schema, properties: { ...schema.properties, replayed: { type: 'boolean', const: true, description: replayedWords } } }
}

/** The header of a write's response that says whether it is a replay. */
export const repeatHeaders = ({ method }: { method: string }): Pick<Response, 'headers'> =>
  method === 'GET'
    ? {}
    : {
        headers: {
          'Idempotent-Replayed': { description: 'This write had been done before: it is its answer.', schema: { const: 'true' } },
        },
      }

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
