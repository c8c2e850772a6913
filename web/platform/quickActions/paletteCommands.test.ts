import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { CallName } from '#contract/index'
import { permissions } from '#contract/permissions'
import { languages } from '#domain/platform/languages'
import type { Message } from '#domain/platform/sentence'
import { matchCommands } from '../feedback/matchCommands.ts'
import { setMessages } from '../i18n/messages.ts'
import type { Session } from '../session/session.ts'
import { paletteCommands } from './paletteCommands.ts'

/** All messages of a language. */
function messagesOf(language: string): Record<string, Message> {
  const folder = join(import.meta.dirname, '../../../messages', language)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'))
  return Object.assign({}, ...files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as object)) as Record<
    string,
    Message
  > // our own files
}

/** A session with the fields that the palette reads. */
function sessionOf(role: Session['role']): Session {
  const may = (call: CallName) => (permissions[call] as readonly string[]).includes(role)
  const account = { permissions: Object.keys(permissions).filter((call) => may(call as CallName)), type: 'enterprise' }
  const merchant = { id: 'a'.repeat(32), status: 'accepted', sandboxEnabled: true }
  return { role, disabled: false, may, account, merchant, merchants: [merchant], mode: 'live', sandbox: false } as unknown as Session // only these fields are read
}

const keysFor = (commands: ReturnType<typeof paletteCommands>, text: string) => matchCommands(commands, text).map(({ key }) => key)

const spanish = messagesOf('es')

afterAll(() => setMessages({}))

describe.each(languages)('the words of the palette, %s', (language) => {
  const messages = messagesOf(language)
  const entries = Object.entries(messages)
    .filter(([key]) => key.startsWith('palette.words.'))
    .map(([key, words]) => [key.slice('palette.words.'.length), String(words).split(', ')] as const)

  it('each finds its page or action as the first result, written with or without accents and capitals', () => {
    setMessages(messages)
    const live = paletteCommands(sessionOf('owner'))
    const wrong = entries.flatMap(([key, words]) => {
      const bare = (word: string) => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
      return words
        .flatMap((word) => [word, bare(word)])
        .flatMap((word) => {
          const [first] = keysFor(live, word)
          return first === key ? [] : [`${word} finds ${first}, not ${key}`]
        })
    })
    expect(wrong).toEqual([])
  })

  it('finds no page that a guest may not open', () => {
    setMessages(messages)
    const guest = paletteCommands(sessionOf('guest'))
    const offered = new Set(guest.map(({ key }) => key))
    const closed = ['refund', 'settlements', 'settlements.bank', 'debits.title', 'invoices', 'invoicesIban', 'reports', 'usersPermissions']
    expect(closed.filter((key) => offered.has(key))).toEqual([])
    for (const [key, words] of entries) if (!offered.has(key)) for (const word of words) expect(keysFor(guest, word)).not.toContain(key)
  })
})

it.each([
  ['cobrar', 'charge'],
  ['cuenta bancaria', 'invoicesIban'],
  ['preferencias', 'preferences'],
  ['ajustes', 'settings'],
  ['webhook', 'preferences.tab.webhooks'],
  ['avisos automáticos', 'preferences.tab.webhooks'],
  ['avisos', 'notificationSettings'],
  ['iban', 'invoicesIban'],
  ['api', 'preferences.keys.title'],
  ['gestoría', 'reports'],
  ['ventas', 'operations'],
  ['usuarios', 'usersPermissions'],
  ['reembolso', 'refund'],
  ['comisiones', 'invoices'],
  ['tarifa', 'simulate'],
  ['tpv', 'charge'],
  ['ayuda', 'help'],
  ['soporte', 'contact'],
  ['documentación', 'docs'],
  ['escenarios', 'scenarios'],
  ['liquidaciones', 'settlements'],
  ['facturas', 'invoices'],
])('"%s" opens %s', (word, key) => {
  setMessages(spanish)
  expect(keysFor(paletteCommands(sessionOf('owner')), word)[0]).toBe(key)
})

it('keeps every command, in its order, while nothing is typed', () => {
  setMessages(spanish)
  const all = paletteCommands(sessionOf('owner'))
  expect(matchCommands(all, '  ')).toEqual(all)
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
})
