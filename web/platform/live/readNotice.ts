import { joinTexts } from '#domain/platform/direction'
import { newUuid } from '../api/newUuid.ts'
import { messageOf } from '../i18n/messages.ts'
import { t } from '../i18n/t.ts'
import type { MessageKey } from '../i18n/messageKeys.ts'

/** A notification as the bell shows it. `id`: the server’s, used to mark it as read; null when it has none. */
export type Notice = {
  uuid: string
  id: string | null
  words: string
  href: string | null
  created: string | null
  /** The account that it is about; null: the API has only one. */
  accountId: string | null
  merchantId: string | null
  sandbox: boolean
  read: boolean
}

type Fields = Record<string, unknown>

/** Fields shown in a special way, or not at all. Any other field is shown as text. */
const known = new Set(['uuid', 'id', 'type', 'level', 'values', 'actionUrl', 'accountId', 'merchantId', 'created', 'sandbox', 'read'])

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const textOr = <T>(value: unknown, other: T): string | T => (typeof value === 'string' && value !== '' ? value : other)
const texts = (values: readonly unknown[]): string[] =>
  values.filter((value) => (typeof value === 'string' && value.trim() !== '') || typeof value === 'number').map(String)

/** The placeholder values of the type’s message. */
function valuesOf({ values }: Fields): Record<string, string> {
  const rows = Array.isArray(values) ? values.filter(isFields) : []
  return Object.fromEntries(rows.map(({ key, value }) => [String(key), String(value)]))
}

/** The message of its type; without one, any text it contains. */
function wordsOf(stored: unknown): string {
  if (!isFields(stored)) return texts([stored])[0] ?? t('shell.notification.other')
  const key = `shell.notification.${textOr(stored['type'], 'other')}`
  const values = valuesOf(stored)
  if (key !== 'shell.notification.other' && messageOf(key) !== undefined) {
    const words = t(key as MessageKey, values) // the lookup before found it
    return values['why'] ? `${words} ${t('shell.notification.why', { why: values['why'] })}` : words
  }
  const parts = texts([...Object.entries(stored).flatMap(([name, value]) => (known.has(name) ? [] : [value])), ...Object.values(values)])
  return parts.length > 0 ? joinTexts(parts) : t('shell.notification.other')
}

/** Only addresses of our own routes are linked. */
const hrefOf = (address: unknown): string | null =>
  typeof address === 'string' && address.startsWith('/') && !address.startsWith('//') ? address : null

/** Parses a notification of any shape: missing fields are left out, and unknown ones are shown as text. Its uuid is generated here. */
function readNotice(stored: unknown): Notice {
  const fields = isFields(stored) ? stored : {}
  const created = textOr(fields['created'], null)
  return {
    uuid: newUuid(),
    id: textOr(fields['id'], null),
    words: wordsOf(stored),
    href: hrefOf(fields['actionUrl']),
    created: created !== null && Number.isFinite(Date.parse(created)) ? created : null,
    accountId: textOr(fields['accountId'], null),
    merchantId: textOr(fields['merchantId'], null),
    sandbox: fields['sandbox'] === true,
    read: fields['read'] === true,
  }
}

const knownLists = new WeakMap<readonly unknown[], Notice[]>()

/** The notifications of one answer, memoized, so that those marked as read stay so until they are loaded again. */
export function noticesIn(answer: readonly unknown[]): Notice[] {
  const notices = knownLists.get(answer) ?? answer.map(readNotice)
  knownLists.set(answer, notices)
  return notices
}
