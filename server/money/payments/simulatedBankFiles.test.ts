import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { readStatusFile } from '#domain/money/bankStatus/readStatusFile'
import { localDate } from '#domain/platform/dates'
import { cents } from '#domain/platform/money'
import { accountFile, type ReportedOrder, statusReportFile } from './simulatedBankFiles.ts'

const iban = 'ES9121000418450200051332'
const at = new Date('2026-11-26T08:00:00Z')
const orders: ReportedOrder[] = [
  { kind: 'transfer', reference: 'LIQ-2026-000001', amountCents: cents(54_603), outcome: 'executed' },
  { kind: 'transfer', reference: 'LIQ-2026-000002', amountCents: cents(1_000), outcome: 'returned', code: 'AC04' },
  { kind: 'debit', reference: 'ADE-2026-000003', amountCents: cents(10_000), outcome: 'executed' },
]
const account = {
  messageId: 'ESTADO-1',
  at,
  iban,
  on: localDate('2026-11-25'),
  orders,
  others: [{ amountCents: 2_500, text: 'Nómina & Co' }],
}
const schema = (name: string) => readFile(join(import.meta.dirname, '../../testing/schemas', name), 'utf8')

test.each([
  ['camt.053', 2],
  ['camt.053', 8],
  ['camt.054', 8],
] as const)('a file %s of version %i is valid by its schema, also with batches, and says the same', async (format, version) => {
  const files = [undefined, 'orders' as const, 'message' as const].map((batch) =>
    accountFile({ ...account, format, version, sentIn: 'T1', ...(batch && { batch }) }),
  )
  const { valid, errors } = await validateXML({
    xml: files.map((contents, nth) => ({ fileName: `${nth}.xml`, contents })),
    schema: await schema(`${format}.001.0${version}.xsd`),
  })
  expect([valid, errors]).toEqual([true, []])
  const lines = readStatusFile(Buffer.from(files[0] ?? ''), [iban]).lines
  expect(lines.map(({ references, amountCents, isReturn, code }) => [references[0], amountCents, isReturn, code])).toEqual([
    ['LIQ-2026-000001', -54_603, false, null],
    ['LIQ-2026-000002', 1_000, true, 'AC04'],
    ['ADE-2026-000003', 10_000, false, null],
    [undefined, 2_500, false, null],
  ])
})

it('status reports of versions 3 and 10 say the same', () => {
  const read = ([3, 10] as const).map((version) =>
    readStatusFile(
      Buffer.from(
        statusReportFile({
          version,
          messageId: 'R1',
          at,
          original: { messageId: 'T1', kind: 'transfer' },
          group: { status: 'PART' },
          orders: [
            { ...(orders[0] as ReportedOrder), outcome: 'executed' },
            { ...(orders[1] as ReportedOrder), outcome: 'rejected', code: 'AC01' },
          ],
        }),
      ),
      [iban],
    ),
  )
  expect(read.map(({ version }) => version)).toEqual([3, 10])
  expect(read[0]?.lines).toEqual(read[1]?.lines)
  expect(read[0]?.lines.map(({ references, status, code, amountCents }) => [references[0], status, code, amountCents])).toEqual([
    ['LIQ-2026-000001', 'executed', null, 54_603],
    ['LIQ-2026-000002', 'rejected', 'AC01', 1_000],
  ])
})
