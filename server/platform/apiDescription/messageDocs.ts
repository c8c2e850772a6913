import { webhookMessage } from '#contract/sales/shopsApi/webhookMessages'
import { providerEventMessage } from '#contract/provider/eventMessages'
import type { Schema } from '#contract/platform/endpoint'
import { webhookTest, webhookTypes } from '#domain/merchants/webhook'
import { providerEventTypes } from '#domain/provider/events'
import { text } from '../calls/messages.ts'
import { type OpenApi, type Parameter, schemaOf } from './openapi.ts'

const headers: Parameter[] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description: text(`docs.webhooks.${name}`),
}))

/** Signed messages as OpenAPI 3.1 webhooks. `summary`: the key of a type's words. */
const signedMessageDocs = <T extends string>(
  types: readonly T[],
  summary: (type: T) => string,
  message: (type: T) => Schema,
): NonNullable<OpenApi['webhooks']> =>
  Object.fromEntries(
    types.map((type) => [
      type,
      {
        post: {
          operationId: `${type.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase())}Message`,
          summary: text(summary(type)),
          tags: ['webhooks'],
          security: [],
          parameters: headers,
          requestBody: { required: true, content: { 'application/json': { schema: schemaOf(message(type), 'output') } } },
          responses: { '2XX': { description: text('docs.webhooks.taken') } },
        },
      },
    ]),
  )

/** The messages sent to a shop's URLs, from the schemas that the messages are tested against. */
export const webhookDocs = () =>
  signedMessageDocs([...webhookTypes, webhookTest] as const, (type) => `webhooks.type.${type}`, webhookMessage)

/** The events sent to the provider's own systems, from the schemas that they are tested against. */
export const providerEventDocs = () =>
  signedMessageDocs([...providerEventTypes, webhookTest] as const, (type) => `events.type.${type}`, providerEventMessage)
