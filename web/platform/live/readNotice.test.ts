import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Message } from '#domain/platform/sentence'
import { setMessages } from '../i18n/messages.ts'
import { noticesIn } from './readNotice.ts'

afterEach(() => setMessages({}))

const read = (rows: readonly unknown[]) => noticesIn(rows)
const ours = {
  id: 'a'.repeat(32),
  type: 'account_disabled',
  level: 'warning',
  values: [{ key: 'reason', value: 'falta la escritura.' }],
  actionUrl: '/settings',
  merchantId: null,
  created: '2026-11-26T09:00:00Z',
  sandbox: true,
  read: false,
}

it('gives each notification its own client-side uuid, whatever the server’s id', () => {
  const [one, other] = read([ours, ours])
  expect(one?.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(one?.uuid).not.toBe(other?.uuid)
  expect(one).toMatchObject({ id: ours.id, href: '/settings', created: ours.created, sandbox: true, read: false })
  expect(one?.words).toContain('falta la escritura.')
})

it('appends the reason to the notification’s text, when there is one', () => {
  setMessages(
    JSON.parse(readFileSync(join(import.meta.dirname, '../../../messages/es/platform/shell.json'), 'utf8')) as Record<string, Message>,
  ) // our own file
  const refused = { ...ours, type: 'merchant_rejected' }
  const shop = { key: 'shop', value: 'Zapatos Ana' }
  const why = { key: 'why', value: 'Esa actividad no, <b>por ley</b>.' }
  expect(read([{ ...refused, values: [shop, why] }])[0]?.words).toBe(
    '«Zapatos Ana» no ha sido aprobada. Motivo: Esa actividad no, <b>por ley</b>.',
  )
  expect(read([{ ...refused, values: [shop] }])[0]?.words).toBe('«Zapatos Ana» no ha sido aprobada.')
})

it('shows unknown types and fields as text', () => {
  expect(read([{ type: 'rate_change', title: 'Nueva tarifa', percent: 3, level: 'info' }])[0]?.words).toBe('Nueva tarifa · 3')
  expect(read([{ type: 'other', values: [{ key: 'text', value: 'Mañana cerramos' }] }])[0]?.words).toBe('Mañana cerramos')
  expect(read(['Un aviso', { message: 'Hola', seen: { by: 'x' } }]).map(({ words }) => words)).toEqual(['Un aviso', 'Hola'])
})

it('never throws, whatever the shape', () => {
  const strange = [
    null,
    7,
    [],
    {},
    { type: null, values: 'x', created: 'ayer', actionUrl: 'https://evil.example', id: 3 },
    { values: [null, 1, {}] },
  ]
  for (const { words, href, created } of read(strange)) {
    expect(words).not.toBe('')
    expect([href, created]).toEqual([null, null])
  }
})

it('keeps a notification marked as read until the notifications are loaded again', () => {
  const loaded = [ours]
  for (const notice of read(loaded)) notice.read = true
  expect([read(loaded)[0]?.read, read([...loaded])[0]?.read]).toEqual([true, false])
})
