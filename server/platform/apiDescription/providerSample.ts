import type { NamedProviderCall } from '#contract/providerApi'
import { exampleValue } from './exampleValue.ts'
import type { SampleRequest } from './httpSamples.ts'
import { schemaOf } from './openapi.ts'
import { literal, sampleId } from './shopSample.ts'

/** Optional fields that make the samples of some calls meaningful. */
const besides: Readonly<Record<string, readonly string[]>> = {
  providerAccountCreate: ['company', 'name', 'cif'],
  providerMerchantCreate: ['iban'],
}

/** Sample path parameters that are not ids. */
const params: Readonly<Record<string, string>> = { day: '2026-03-02', reference: 'LIQ-2026-0042' }

/** What a sample of a write sends; undefined: nothing. */
const sampleBody = ({ name, body }: NamedProviderCall): unknown =>
  body && exampleValue(schemaOf(body, 'input'), { includes: (field) => besides[name]?.includes(field) ?? false })

/** The same call as a request. */
export function providerRequest(call: NamedProviderCall, baseUrl: string): SampleRequest {
  const body = call.method === 'GET' ? undefined : sampleBody(call)
  const dates = call.query && 'from' in call.query.shape ? '?from=2026-03-01&to=2026-03-31' : ''
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? sampleId)
  return {
    method: call.method,
    url: `${baseUrl}${path}${dates}`,
    headers: call.method === 'GET' ? {} : { 'Idempotency-Key': 'CRM-4711-1' },
    ...(body !== undefined && { body }),
    keyVariable: 'PROVIDER_KEY',
  }
}

/** TypeScript of a call with the client of the example (`client/example/providerClient.ts`). */
export function providerSample(call: NamedProviderCall): string {
  const { method, path, query, answers } = call
  const place = path.replace('/provider/v1', '').replaceAll(/\{(\w+)\}/g, '${$1}')
  const address = place.includes('$') ? `\`${place}\`` : `'${place}'`
  if (method === 'GET') {
    const verb = Object.values(answers).includes('file') ? 'file' : query && 'cursor' in query.shape ? 'all' : 'get'
    return `await provider.${verb}(${address})`
  }
  const sample = sampleBody(call)
  return `await provider.post(${[address, ...(sample === undefined ? [] : [literal(sample)])].join(', ')})`
}
