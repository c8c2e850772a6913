import { commonShopErrors, type ShopCall } from '#contract/platform/shopCall'
import { shopCalls } from '#contract/shopsApi'
import type { Config } from '../config/config.ts'
import { successOf } from '../calls/answer.ts'
import {
  answerSchema,
  headersOf,
  openapiFrame,
  problemFields,
  refusalsOf,
  schemaOf,
  successHeaders,
  type JsonSchema,
  type OpenApi,
  type Operation,
  type Parameter,
} from './openapi.ts'
import { httpSamples } from './httpSamples.ts'
import { shopRequest, shopSample } from './shopSample.ts'
import { webhookDocs } from './messageDocs.ts'
import { snakeKey } from '../calls/wire.ts'

/** The OpenAPI 3.1 document of the shops' API, generated from its declarations. */
export function shopOpenapi({ brand, publicUrl, hosts }: Pick<Config, 'brand' | 'publicUrl' | 'hosts'>): OpenApi {
  const paths: OpenApi['paths'] = {}
  const baseUrl = hosts.vendorApiUrl || publicUrl
  for (const call of shopCalls)
    for (const [nth, address] of [call.path, ...(call.alsoAt ?? [])].entries()) {
      const path = address.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${snakeKey(name)}}`)
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, { address, nth, vendor: brand.vendor, baseUrl }) }
    }
  return {
    ...openapiFrame({ brand }, { version: '1', securitySchemes, fields: problemFields, besides: ['Location'] }),
    servers: [{ url: baseUrl }],
    paths,
    webhooks: webhookDocs(),
  }
}

const securitySchemes = {
  privateKey: { type: 'http', scheme: 'bearer', bearerFormat: 'sk' },
  publicKey: { type: 'http', scheme: 'bearer', bearerFormat: 'pk' },
}

type Place = { address: string; nth: number; vendor: string; baseUrl: string }

function operationOf(call: ShopCall, { address, nth, vendor, baseUrl }: Place): Operation {
  const { key } = call.policy
  const { status, shape } = successOf(call)
  const schema = shape === null || shape === 'file' ? undefined : answerSchema(shape, call)
  return {
    operationId: nth === 0 ? call.name : `${call.name}${nth + 1}`,
    summary: call.summary,
    tags: [address.split('/')[1] ?? ''],
    'x-roles': [key],
    security: key === 'publicKey' ? [{ publicKey: [] }, { privateKey: [] }] : [{ privateKey: [] }],
    parameters: [...inPath(address), ...inQuery(call), accept(vendor), ...(call.method === 'GET' ? [] : [repetition])],
    ...requestOf(call),
    responses: {
      [status]: {
        description: 'OK',
        headers: { ...successHeaders(call), ...(call.location !== undefined && status === 201 ? headersOf('Location') : {}) },
        ...(schema ? { content: { 'application/json': { schema } } } : {}),
      },
      ...refusalsOf([...commonShopErrors, ...call.refusals]),
    },
    'x-codeSamples': [
      { lang: 'TypeScript', label: 'TypeScript', source: shopSample(call) },
      ...httpSamples(shopRequest(call, baseUrl, vendor)),
    ],
  }
}

const inPath = (address: string): Parameter[] =>
  [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name: snakeKey(name),
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function inQuery({ query, parameters = [] }: ShopCall): Parameter[] {
  const schema: JsonSchema = query ? schemaOf(query, 'input') : {}
  const declared = Object.entries(schema.properties ?? {}).map(([name, property]): Parameter => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }))
  return [...declared, ...parameters.map((name): Parameter => ({ name, in: 'query', required: false, schema: { type: 'string' } }))]
}

/** Any vendor name and the versions 1 to 4 are equivalent; without the header the mode is live. */
const accept = (vendor: string): Parameter => ({
  name: 'Accept',
  in: 'header',
  required: false,
  schema: { type: 'string', enum: [`application/vnd.${vendor}.v4+json`, `application/vnd.${vendor}.sandbox.v4+json`] },
})

const repetition: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

function requestOf({ body, form }: ShopCall): Pick<Operation, 'requestBody'> {
  if (!body) return {}
  const schema = schemaOf(body, 'input')
  const content = { 'application/json': { schema }, ...(form ? { 'application/x-www-form-urlencoded': { schema } } : {}) }
  return { requestBody: { required: (schema.required?.length ?? 0) > 0 || schema.type === 'array', content } }
}
