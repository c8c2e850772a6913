import type { FieldProblem } from '#contract/platform/errors'
import { isUrl } from '#domain/platform/identifiers'
import { text } from '../../platform/calls/messages.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

type Addresses = { url?: string; imageUrl?: string }

/** Refuses with ApiValidationException addresses of pages and pictures that are none: no customer's browser shall be led anywhere else. */
export function assertAddresses(articles: readonly Addresses[], nameOf = (at: number, field: string) => `articles.${at}.${field}`): void {
  const fields = articles.flatMap(({ url, imageUrl }, at): FieldProblem[] => [
    ...problemOf(url, nameOf(at, 'url')),
    ...problemOf(imageUrl, nameOf(at, 'image_url')),
  ])
  if (fields.length > 0) throw new Refusal('ApiValidationException', { fields })
}

const problemOf = (address: string | undefined, name: string): FieldProblem[] =>
  address === undefined || address === '' || isUrl(address) ? [] : [{ name, code: 'url', message: text('errors.field.url') }]
