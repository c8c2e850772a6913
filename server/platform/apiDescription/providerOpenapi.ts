import { confirmationRequested } from '#contract/provider/consoleCall'
import { type NamedProviderCall, providerCalls } from '#contract/providerApi'
import { commonProviderErrors } from '#contract/providerApi/providerCall'
import type { Config } from '../config/config.ts'
import { successOf } from '../calls/answer.ts'
import {
  headersOf,
  type OpenApi,
  openapiFrame,
  type Operation,
  parametersOf,
  problemFields,
  refusalsOf,
  schemaOf,
  successHeaders,
} from './openapi.ts'
import { providerEventDocs } from './messageDocs.ts'
import { snakeKey } from '../calls/wire.ts'
import { httpSamples } from './httpSamples.ts'
import { providerRequest, providerSample } from './providerSample.ts'

/** The OpenAPI 3.1 document of the API for the provider's own systems, generated from its declarations. */
export function providerOpenapi({ brand, publicUrl }: Pick<Config, 'brand' | 'publicUrl'>): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const call of providerCalls) {
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{${snakeKey(name)}}`)
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, publicUrl) }
  }
  return {
    ...openapiFrame({ brand }, { version: '1', securitySchemes, fields: problemFields, besides: ['RateLimit'] }),
    servers: [{ url: publicUrl }],
    paths,
    webhooks: providerEventDocs(),
  }
}

const securitySchemes = { providerKey: { type: 'http', scheme: 'bearer', bearerFormat: 'prov' } }

function operationOf(call: NamedProviderCall, baseUrl: string): Operation {
  const { scope, secondPerson } = call.policy
  const { status, shape } = successOf(call)
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [call.path.split('/')[3] ?? ''],
    'x-roles': [scope],
    security: [{ providerKey: [] }],
    parameters: parametersOf(call, call.method !== 'GET'),
    ...(call.body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(call.body, 'input') } } } }),
    responses: {
      [status]: { description: 'OK', headers: { ...successHeaders(call), ...headersOf('RateLimit') }, ...contentOf(shape) },
      ...(secondPerson === 'configured' && { 202: { description: 'Accepted', ...contentOf(confirmationRequested) } }),
      ...refusalsOf([...commonProviderErrors, ...call.refusals]),
    },
    'x-codeSamples': [
      { lang: 'TypeScript', label: 'TypeScript', source: providerSample(call) },
      ...httpSamples(providerRequest(call, baseUrl)),
    ],
  }
}

function contentOf(shape: ReturnType<typeof successOf>['shape']): Pick<Operation['responses'][string], 'content'> {
  if (shape === null) return {}
  if (shape === 'file') return { content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  return { content: { 'application/json': { schema: schemaOf(shape, 'output') } } }
}
