import { webhookMessage } from '#contract/sales/shopsApi/webhookMessages'
import { webhookTest, webhookTypes } from '#domain/merchants/webhook'
import { text } from '../calls/messages.ts'
import { schemaOf, type OpenApi, type Parameter } from '../calls/openapi.ts'

const headers: Parameter[] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description: text(`docs.webhooks.${name}`),
}))

/** What a shop's own addresses are sent, as OpenAPI 3.1 says it: made of the shapes that the messages are tested against. */
export const webhookDocs = (): NonNullable<OpenApi['webhooks']> =>
  Object.fromEntries(
    ([...webhookTypes, webhookTest] as const).map((type) => [
      type,
      {
        post: {
          summary: text(`webhooks.type.${type}`),
          parameters: headers,
          requestBody: { required: true, content: { 'application/json': { schema: schemaOf(webhookMessage(type), 'output') } } },
          responses: { '2XX': { description: text('docs.webhooks.taken') } },
        },
      },
    ]),
  )
