import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { rawWordsOfFile } from './plainWords.ts'
import { ids } from './testFixture.ts'
import { startTestServer } from './testServices.ts'

it('a suite fails whose calls told people words of programs: in a notice, the activity log or a letter', async () => {
  const server = await startTestServer({ proved: false })
  await server.ownerSql(
    `insert into notifications (id, account_id, merchant_id, type, level, values, roles)
     values (gen_random_uuid(), $1, $2, 'settlement_paid', 'success', '[{"key":"amount","value":"payment_completed"}]', '{owner}')`,
    [ids.accountA, ids.merchantA1],
  )
  await server.ownerSql(
    `insert into audit_entries (account_id, call, outcome, request_id, after) values ($1, 'tillCreate', 'done', 'r', '{"till":"main_till"}')`,
    [ids.accountA],
  )
  await server.services.mail({ to: 'ana@correo.test', subject: 'Pago', text: 'Vence el 2026-11-28.', html: '' })
  const said = await server.close().then(
    () => '',
    ({ message }: Error) => message,
  )
  expect(
    said
      .replace(/^[^:]*: /, '')
      .split('; ')
      .toSorted(),
  ).toEqual([
    'activity tillCreate: a code: main_till',
    'letter «Pago»: a day of a program: 2026-11-28',
    'notice settlement_paid: a code: payment_completed',
  ])
})

const id = '01941f297c0074b39fd746d5474cf3e5'
const table = `\ufeffEstado;Tienda;Operación\r\npending;${id};${id}\r\n`

it('finds the words of programs in files that people open, and leaves the ids that programs join files by', () => {
  const found = ['an English word: pending', `an id: ${id}`]
  expect(rawWordsOfFile(strToU8(table))).toEqual(found)
  expect(rawWordsOfFile(zipSync({ 'ventas.csv': strToU8(table) }))).toEqual(found.map((one) => `ventas.csv: ${one}`))
  const sheet = strToU8(`<row><c t="inlineStr"><is><t xml:space="preserve">pending</t></is></c></row>`)
  expect(rawWordsOfFile(zipSync({ 'xl/workbook.xml': strToU8('<sheet name="not_paid"/>'), 'xl/worksheets/sheet1.xml': sheet }))).toEqual([
    'a code: not_paid',
    'an English word: pending',
  ])
  // For programs.
  expect(rawWordsOfFile(strToU8(table.slice(1)))).toEqual([])
})
