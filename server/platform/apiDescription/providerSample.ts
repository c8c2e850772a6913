import type { NamedProviderCall } from '#contract/providerApi'
import { exampleValue } from './exampleValue.ts'
import { schemaOf } from './openapi.ts'
import { literal } from './shopSample.ts'

/** Optional fields that make the samples of some calls meaningful. */
const besides: Readonly<Record<string, readonly string[]>> = { providerMerchantCreate: ['iban'] }

/** TypeScript of a call with the client of the example (`client/example/providerClient.ts`). */
export function providerSample({ name, method, path, query, body, answers }: NamedProviderCall): string {
  const place = path.replace('/provider/v1', '').replaceAll(/\{(\w+)\}/g, '${$1}')
  const address = place.includes('$') ? `\`${place}\`` : `'${place}'`
  if (method === 'GET') {
    const verb = Object.values(answers).includes('file') ? 'file' : query && 'cursor' in query.shape ? 'all' : 'get'
    return `await provider.${verb}(${address})`
  }
  const sample = body && exampleValue(schemaOf(body, 'input'), { includes: (field) => besides[name]?.includes(field) ?? false })
  return `await provider.post(${[address, ...(sample === undefined ? [] : [literal(sample)])].join(', ')})`
}
