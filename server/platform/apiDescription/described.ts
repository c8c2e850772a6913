import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonSchema, OpenApi, Operation, Parameter } from './openapi.ts'
import { mapValues } from './mapValues.ts'

export const descriptionLanguages = ['es', 'en'] as const
export type DescriptionLanguage = (typeof descriptionLanguages)[number]

/** The words of a language by key: `fields.amount`, or `fields.Refund.amount` for that of a refund. */
export type Words = Readonly<Record<string, string>>
export const wordsOf = (language: DescriptionLanguage): Words =>
  JSON.parse(readFileSync(join(import.meta.dirname, `words.${language}.json`), 'utf8')) as Words

/** The same description, with all that has words in `words` described by them; Spanish summaries stand in the contract. */
export function described(description: OpenApi, words: Words, about: string): OpenApi {
  return {
    ...description,
    info: { ...description.info, description: words[about] ?? '' },
    tags: tagsOf(description).map((name) => ({ name, description: words[`tags.${name}`] ?? '' })),
    paths: mapValues(description.paths, (methods) =>
      mapValues(methods, (operation) => ({
        ...operation,
        summary: words[`calls.${operation.operationId.replace(/\d$/, '')}`] ?? operation.summary,
        description: callWords(operation, words),
        parameters: operation.parameters.map((parameter) => ({ ...parameter, description: parameterWords(parameter, words) })),
        responses: describedAnswers(operation, words),
      })),
    ),
    ...(description.webhooks && {
      webhooks: mapValues(description.webhooks, ({ post }, type) => ({ post: describedMessage(post, type, words) })),
    }),
    components: {
      ...description.components,
      headers: mapValues(description.components.headers, (header, name) => ({ ...header, description: words[`headers.${name}`] ?? '' })),
      schemas: mapValues(description.components.schemas, (schema, name) => describedSchema(schema, [name.replace(/\d$/, '')], words)),
    },
  }
}

/** The groups of its calls and messages, in their order. */
export const tagsOf = ({ paths, webhooks = {} }: Pick<OpenApi, 'paths' | 'webhooks'>): string[] => [
  ...new Set(
    [...Object.values(paths), ...Object.values(webhooks)].flatMap((methods) => Object.values(methods).flatMap(({ tags }) => tags)),
  ),
]

/** With which key a call is made; a provider's key names what it may do. */
function callWords({ security, 'x-roles': roles }: Operation, words: Words): string {
  const [scheme = ''] = security.flatMap((one) => Object.keys(one))
  return (words[`keys.${scheme}`] ?? '').replace('{scope}', roles.join(', '))
}

const describedAnswers = ({ responses }: Pick<Operation, 'responses'>, words: Words): Operation['responses'] =>
  mapValues(responses, (response, status) => ({ ...response, description: words[`answers.${status}`] ?? response.description }))

type Message = NonNullable<OpenApi['webhooks']>[string]['post']

const describedMessage = (post: Message, type: string, words: Words): Message => ({
  ...post,
  summary: words[`messages.${type}`] ?? post.summary,
  description: words['messages.about'] ?? '',
  parameters: post.parameters.map((header) => ({ ...header, description: words[`headers.${header.name}`] ?? header.description ?? '' })),
  responses: describedAnswers(post, words),
})

/** A filter is a field with an operator: `created-gte`. */
function parameterWords({ name }: Pick<Parameter, 'name'>, words: Words): string {
  const whole = words[`parameters.${name}`]
  if (whole !== undefined) return whole
  const [, field = '', operator = ''] = /^(.+)-(\w+)$/.exec(name) ?? []
  const [about, operatorWords] = [words[`parameters.${field}`], words[`operators.${operator}`]]
  return about === undefined || operatorWords === undefined ? '' : `${about}: ${operatorWords}`
}

type Inner = JsonSchema & { items?: JsonSchema; anyOf?: JsonSchema[]; additionalProperties?: JsonSchema | boolean }

/** `within`: the names of the type and of the fields that the schema lies in, the innermost last. */
function describedSchema(schema: JsonSchema, within: readonly string[], words: Words): JsonSchema {
  const { properties, items, anyOf, additionalProperties } = schema as Inner
  const inner = (one: JsonSchema) => describedSchema(one, within, words)
  return {
    ...schema,
    ...(properties && {
      properties: mapValues(properties, (property, field) => ({
        ...describedSchema(property, [...within, field], words),
        description: fieldWords(field, within, words),
      })),
    }),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inner(additionalProperties) }),
  }
}

/** The words of a field of the innermost type or field that has its own, else those of the field anywhere. */
function fieldWords(field: string, within: readonly string[], words: Words): string {
  const own = within.toReversed().flatMap((name) => words[`fields.${name}.${field}`] ?? [])
  return own[0] ?? words[`fields.${field}`] ?? ''
}
