import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Message } from '#domain/platform/sentence'
import { setMessages } from '../../platform/i18n/messages.ts'
import { lineText } from './bankFileWords.ts'

const file = join(import.meta.dirname, '../../../messages/es/provider/bankFiles.json')
beforeAll(() => setMessages(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Message>)) // our own file
afterAll(() => setMessages({}))

const unknown = { kind: null, outcome: null, why: 'unknown' } as const

it.each([
  ['an order of ours', { kind: 'debit', outcome: 'rejected', why: null }, 'pain002', 'Adeudo · rechazado'],
  ['an unknown order of a status report', unknown, 'pain002', 'Orden desconocida'],
  ['an unknown message of a status report', { ...unknown, why: 'message' }, 'pain002', 'Envío desconocido'],
  ['a movement that names no order', unknown, 'camt053', 'Movimiento de la cuenta'],
  ['a movement that names an unknown message', { ...unknown, why: 'message' }, 'camt054', 'Movimiento de la cuenta'],
] as const)('%s is named as what it is', (_of, line, format, words) => expect(lineText(line, format)).toBe(words))
