import { joinTexts } from '#domain/platform/direction'
import { newUuid } from '../api/newUuid.ts'
import { messageOf } from '../i18n/messages.ts'
import { t } from '../i18n/t.ts'
import type { MessageKey } from '../i18n/messageKeys.ts'

/** A notice as the bell shows it. `id`: the server's, to tell it what was read; null where it has none. */
export type Notice = {
  uuid: string
  id: string | null
  words: string
  href: string | null
  created: string | null
  merchantId: string | null
  sandbox: boolean
  read: boolean
}

type Fields = Record<string, unknown>

/** What is shown in its own way, or not at all. Of any other field the text itself is shown. */
const known = new Set(['uuid', 'id', 'type', 'level', 'values', 'actionUrl', 'merchantId', 'created', 'sandbox', 'read'])

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOr = <T>(value: unknown, other: T): string | T => (typeof value === 'string' && value !== '' ? value : other)
const texts = (values: readonly unknown[]): string[] =>
  values.filter((value) => (typeof value === 'string' && value.trim() !== '') || typeof value === 'number').map(String)

/** The values that the sentence of a type needs. */
function valuesOf({ values }: Fields): Record<string, string> {
  const rows = Array.isArray(values) ? values.filter(isFields) : []
  return Object.fromEntries(rows.map(({ key, value }) => [String(key), String(value)]))
}

/** The sentence of its type; without one, whatever text it carries. */
function wordsOf(given: unknown): string {
  if (!isFields(given)) return texts([given])[0] ?? t('shell.notification.other')
  const key = `shell.notification.${textOr(given['type'], 'other')}`
  const values = valuesOf(given)
  if (key !== 'shell.notification.other' && messageOf(key) !== undefined) {
    const words = t(key as MessageKey, values) // it was just found
    return values['why'] ? `${words} ${t('shell.notification.why', { why: values['why'] })}` : words
  }
  const said = texts([...Object.entries(given).flatMap(([name, value]) => (known.has(name) ? [] : [value])), ...Object.values(values)])
  return said.length > 0 ? joinTexts(said) : t('shell.notification.other')
}

/** A notice leads only to an address of ours. */
const hrefOf = (address: unknown): string | null =>
  typeof address === 'string' && address.startsWith('/') && !address.startsWith('//') ? address : null

/** Reads a notice of any shape: what it does not say is left out, and what is not known of it is shown as text. Its uuid is made here. */
function readNotice(given: unknown): Notice {
  const fields = isFields(given) ? given : {}
  const created = textOr(fields['created'], null)
  return {
    uuid: newUuid(),
    id: textOr(fields['id'], null),
    words: wordsOf(given),
    href: hrefOf(fields['actionUrl']),
    created: created !== null && Number.isFinite(Date.parse(created)) ? created : null,
    merchantId: textOr(fields['merchantId'], null),
    sandbox: fields['sandbox'] === true,
    read: fields['read'] === true,
  }
}

const knownLists = new WeakMap<readonly unknown[], Notice[]>()

/** The notices of one answer: the same ones each time, so that what was read in the bell stays read until they are loaded again. */
export function noticesIn(answer: readonly unknown[]): Notice[] {
  const notices = knownLists.get(answer) ?? answer.map(readNotice)
  knownLists.set(answer, notices)
  return notices
}
