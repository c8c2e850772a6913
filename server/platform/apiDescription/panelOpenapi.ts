import { isMemberPolicy } from '#contract/platform/policy'
import { commonErrors, type Endpoint } from '#contract/platform/endpoint'
import { calls } from '#contract/index'
import { roles } from '#domain/access/roles'
import { successOf } from '../calls/answer.ts'
import { mediaTypeOf, snakeKey } from '../calls/wire.ts'
import type { Config } from '../config/config.ts'
import {
  answerSchema,
  type JsonSchema,
  type OpenApi,
  openapiFrame,
  type Operation,
  parametersOf,
  refusalsOf,
  schemaOf,
  successHeaders,
} from './openapi.ts'

/** The OpenAPI 3.1 description, generated from the contract that requests are validated with. */
export function panelOpenapi({ brand, publicUrl, hosts }: Pick<Config, 'brand' | 'publicUrl' | 'hosts'>): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const endpoint of calls) {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${snakeKey(name)}}`)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, brand.vendor) }
  }
  return {
    ...openapiFrame({ brand }, { version: '2', about, securitySchemes: panelSchemes, fields: errorFields }),
    servers: [{ url: hosts.vendorApiUrl || publicUrl }],
    paths,
  }
}

const about =
  'Todas las llamadas, quién puede hacerlas y qué responden. Los importes son céntimos enteros; los porcentajes, puntos básicos (2100 = 21,00 %).'

const panelSchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  // The token of one checkout's link, valid for that checkout only.
  checkout: { type: 'http', scheme: 'bearer', bearerFormat: 'link' },
  // A shop's public key, which its pages contain.
  publicKey: { type: 'apiKey', in: 'query', name: 'public_key' },
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
      [status]: { description: 'OK', headers: successHeaders(endpoint), ...(body ? { content: body } : {}) },
      ...refusalsOf([...commonErrors, ...endpoint.refusals]),
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
