import type { JsonSchema, OpenApi, Operation } from './openapi.ts'
import { exampleValue } from './exampleValue.ts'
import { mapValues } from './mapValues.ts'

/** The same description with an example of what each call answers, and of what it takes: what is required. Made before its schemas get names. */
export function withExamples(description: OpenApi): OpenApi {
  return {
    ...description,
    paths: mapValues(description.paths, (methods) =>
      mapValues(methods, (operation) => ({
        ...operation,
        ...(operation.requestBody && {
          requestBody: { ...operation.requestBody, content: exampled(operation.requestBody.content, (schema) => exampleValue(schema)) },
        }),
        responses: mapValues(operation.responses, (response, status) =>
          status < '300' && response.content
            ? {
                ...response,
                content: exampled(response.content, (schema) => exampleValue(schema, { includes: (field) => field !== 'replayed' })),
              }
            : response,
        ),
      })),
    ),
  }
}

type Content = NonNullable<Operation['requestBody']>['content']

const exampled = (content: Content, example: (schema: JsonSchema) => unknown): Content =>
  mapValues(content, (media) => (media.schema['format'] === 'binary' ? media : { ...media, example: example(media.schema) }))
