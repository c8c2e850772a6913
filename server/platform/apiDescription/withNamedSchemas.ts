import type { OpenApi, Operation } from './openapi.ts'
import { mapValues } from './mapValues.ts'
import { type NamedShape, type SchemaNames, schemaNames, upperFirst } from './schemaNames.ts'

/**
 * The same description with its objects under `components.schemas`: those of `shapes` by their names, what a call takes and answers as `RefundRequest` and
 * `RefundResponse`. Clients generated from it then have types with names.
 */
export function withNamedSchemas(description: OpenApi, shapes: readonly NamedShape[]): OpenApi {
  const names = schemaNames(shapes)
  const paths = mapValues(description.paths, (methods) =>
    mapValues(methods, (operation) => ({ ...operation, ...bodies(operation, callName(operation), 'Request', names) })),
  )
  const webhooks =
    description.webhooks &&
    mapValues(description.webhooks, ({ post }, type) => ({
      post: { ...post, ...bodies(post, type.split(/[._]/).map(upperFirst).join(''), 'Message', names) },
    }))
  return {
    ...description,
    paths,
    ...(webhooks && { webhooks }),
    components: { ...description.components, schemas: { ...description.components.schemas, ...names.schemas() } },
  }
}

/** The provider's API is all about the provider: `providerPayoutList` takes a `PayoutListRequest`. */
const callName = ({ operationId }: Operation) => upperFirst(operationId.replace(/^provider(?=[A-Z])/, ''))

function bodies(
  { requestBody, responses }: Pick<Operation, 'requestBody' | 'responses'>,
  base: string,
  bodyName: 'Request' | 'Message',
  names: SchemaNames,
): Pick<Operation, 'requestBody' | 'responses'> {
  const content = <M extends Operation['responses'][string]['content'] & object>(media: M, wanted?: string) =>
    mapValues(media, (one) => ({ ...one, schema: names.refer(one.schema, wanted) }))
  return {
    ...(requestBody && { requestBody: { ...requestBody, content: content(requestBody.content, `${base}${bodyName}`) } }),
    responses: mapValues(responses, (response, status) =>
      response.content ? { ...response, content: content(response.content, status < '300' ? `${base}Response` : undefined) } : response,
    ),
  }
}
