import { describe, expect, it, test } from 'vitest'
import { readStatement } from './bankStatement.ts'
import {
  camtFile,
  mt940File,
  norma43Account,
  norma43File,
  norma43Movement,
  norma43Words,
  type CamtMessage,
} from '../../testing/testStatements.ts'

const read = (file: string) => {
  const statement = readStatement(file)?.statement
  if (!statement) throw new Error('not read')
  return statement
}
const amounts = (file: string) => read(file).credits.map(({ amountCents }) => amountCents)

describe('Norma 43', () => {
  const records = [
    norma43Movement('261119', '2', 108_368, 'LIQ-2026-000213', '261118'),
    norma43Words('TRANSFERENCIA TRASTIENDA               OPERACIONES DEL 18.11'),
    '2402840000000120000'.padEnd(80),
    norma43Movement('261120', '1', 5_000, 'RECIBO LUZ'),
    norma43Movement('261121', '2', 2_500),
  ]
  const file = norma43File({ records })

  it('has records of 80 characters; credits alone are read, with the words of their later records and the days of the account', () => {
    expect(new Set(file.map((record) => record.length))).toEqual(new Set([80]))
    expect(read(file.join('\r\n'))).toEqual({
      format: 'norma43',
      credits: [
        { on: '2026-11-19', amountCents: 108_368, text: 'LIQ-2026-000213 TRANSFERENCIA TRASTIENDA OPERACIONES DEL 18.11' },
        { on: '2026-11-21', amountCents: 2_500, text: '' },
      ],
      pending: [],
      leftOut: { otherCurrency: 0, reversed: 0 },
      unread: [],
      covered: { first: '2026-11-01', last: '2026-11-30' },
    })
  })

  test.each([
    ['lines of Unix', file.join('\n')],
    ['lines of old Macs', file.join('\r')],
    ['no line ends', file.join('')],
    ['a byte order mark', `\uFEFF${file.join('\r\n')}`],
    ['the end mark of DOS', `${file.join('\r\n')}\r\n\u001A`],
    ['the end mark of DOS and no line ends', `${file.join('')}\u001A`],
    ['the end mark of DOS on a line of its own and no other line ends', `${file.join('')}\r\n\u001A`],
    ['empty lines around', `\r\n\r\n${file.join('\r\n\r\n')}\r\n\r\n`],
    ['a record of its presenter before it', `${'00'.padEnd(80, '1')}${file.join('')}`],
    ['blanks cut off at the ends', file.map((record) => record.trimEnd()).join('\n')],
  ])('is the same with %s', (_, text) => expect(read(text)).toEqual(read(file.join('\r\n'))))

  it('keeps several accounts apart, and counts what is not in euros without taking it for euros', () => {
    const movement = (amount: number) => [norma43Movement('261119', '2', amount)]
    const three = norma43File(
      { records: movement(100) },
      { records: movement(200), currency: '840' },
      { records: movement(300), currency: '392' },
      { records: movement(400) },
    )
    expect(read(three.join('\r\n'))).toMatchObject({
      credits: [{ amountCents: 100 }, { amountCents: 400 }],
      leftOut: { otherCurrency: 2 },
      unread: [],
    })
  })

  it('says each record that it cannot read, and movements that are counted and not there', () => {
    const strange = [
      norma43Movement('261199', '2', 1_234),
      norma43Movement('261120', '2', 1).slice(0, 40),
      '77 NADA',
      norma43Movement('000000', '2', 77, '', '261122'),
    ]
    const { unread, credits } = read(norma43File({ records: [...records, ...strange] }).join('\n'))
    expect(unread.map(({ line }) => line)).toEqual([7, 8, 9])
    // Without a value date the movement's date is used.
    expect(credits.at(-1)).toMatchObject({ on: '2026-11-22', amountCents: 77 })
    const [head = '', , ...others] = norma43Account({ records })
    expect(read([head, ...others].join('\n')).unread).toHaveLength(1)
  })

  it('has no movements in a month without any, and no words without end', () => {
    expect(read(norma43File({ records: [] }).join('\n'))).toMatchObject({ credits: [], unread: [], covered: { last: '2026-11-30' } })
    const long = norma43File({ records: [records[0] ?? '', ...Array.from({ length: 1_000 }, () => norma43Words('PALABRAS'))] })
    expect(read(long.join('\n')).credits[0]?.text.length).toBe(1_000)
  })
})

describe('camt', () => {
  const versions = [2, 3, 4, 6, 8, 10, 13]
  const dialects = (['camt.052', 'camt.053', 'camt.054'] as const).flatMap((message) =>
    versions.map((version) => [message, version] as const),
  )

  test.each(dialects)('%s version %i: each transaction counts once, pending ones and other currencies do not', (message, version) => {
    const file = camtFile(message, version, [
      {
        amount: '1000.00',
        details: [
          { amount: '600.00', text: 'LIQ-2026-000213' },
          { amount: '400.00', text: 'LIQ-2026-000214' },
        ],
      },
      { amount: '50.00', side: 'DBIT' },
      { amount: '70.00', status: 'PDNG', details: [{ text: 'LIQ-2026-000215' }] },
      { amount: '80.00', currency: 'USD', details: [{ text: 'IN DOLLARS' }] },
      { amount: '90.5', details: [{ instructed: ['USD', '100.00'], text: 'FROM ABROAD' }], text: 'Transferencia' },
    ])
    expect(read(file)).toMatchObject({
      format: message.replace('.', ''),
      credits: [
        { on: '2026-11-19', amountCents: 60_000, text: 'LIQ-2026-000213' },
        { on: '2026-11-19', amountCents: 40_000, text: 'LIQ-2026-000214' },
        { on: '2026-11-19', amountCents: 9_050, text: 'FROM ABROAD Transferencia' },
      ],
      pending: [{ amountCents: 7_000, text: 'LIQ-2026-000215' }],
      leftOut: { otherCurrency: 1, reversed: 0 },
      unread: [],
      covered: { first: '2026-11-19', last: message === 'camt.054' ? '2026-11-19' : '2026-11-25' },
    })
  })

  test.each(['BOOK', 'PDNG', 'INFO', 'FUTR'])('in the state %s is booked or not', (status) => {
    for (const version of [2, 8]) {
      const { credits, pending } = read(camtFile('camt.053', version, [{ amount: '1.00', status }]))
      expect([credits.length, pending.length]).toEqual(status === 'BOOK' ? [1, 0] : [0, 1])
    }
  })

  test.each([
    ['the reference of the payer', { details: [{ ref: 'E2E-77' }] }, { details: [{ ref: 'E2E-77' }] }],
    ['the reference of the bank', { ref: 'BANK-77' }, { ref: 'BANK-77' }],
    ['the same settlement', { details: [{ text: 'LIQ-2026-000213' }] }, { details: [{ text: 'DEVOLUCION LIQ 2026 000213' }] }],
    ['nothing but its amount', {}, {}],
  ])('does not count a credit that was reversed, by %s', (_, credit, reversal) => {
    const other = { amount: '20.00', ref: 'BANK-78' }
    const entries = [
      { amount: '30.00', ...credit },
      other,
      { amount: '30.00', side: 'DBIT', isReversal: true, day: '2026-11-20', ...reversal },
    ] as const
    for (const file of [camtFile('camt.053', 2, entries), camtFile('camt.053', 8, entries.toReversed())])
      expect(read(file)).toMatchObject({ credits: [{ amountCents: 2_000 }], leftOut: { reversed: 1 } })
  })

  it('counts a payment that was reversed and made again once, and never a debit that came back', () => {
    const details = [{ text: 'LIQ-2026-000213' }]
    const again = camtFile('camt.053', 8, [
      { amount: '30.00', details },
      { amount: '30.00', side: 'DBIT', isReversal: true, details, day: '2026-11-20' },
      { amount: '30.00', details, day: '2026-11-23' },
      { amount: '5.00', side: 'CRDT', isReversal: true },
    ])
    expect(read(again)).toMatchObject({ credits: [{ on: '2026-11-23', amountCents: 3_000 }], leftOut: { reversed: 2 } })
    // An ordinary debit of the same amount is not a reversal.
    expect(
      amounts(
        camtFile('camt.053', 8, [
          { amount: '30.00', text: 'A' },
          { amount: '30.00', side: 'DBIT', text: 'B' },
        ]),
      ),
    ).toEqual([3_000])
  })

  it('takes back what came together, or was returned, under the reference of the bank', () => {
    const details = [
      { amount: '20.00', text: 'A' },
      { amount: '10.00', text: 'B' },
    ]
    const batch = { amount: '30.00', ref: 'BANK-77', details }
    expect(read(camtFile('camt.053', 8, [batch, { amount: '30.00', side: 'DBIT', isReversal: true, ref: 'BANK-77' }]))).toMatchObject({
      credits: [],
      leftOut: { reversed: 2 },
    })
    const returned = camtFile('camt.053', 8, [
      { amount: '5.00', text: 'A' },
      { amount: '5.00', side: 'DBIT', details: [{ text: 'B' }] },
    ])
    expect(amounts(returned)).toEqual([500])
    expect(amounts(returned.replace('<RmtInf><Ustrd>B</Ustrd></RmtInf>', '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>'))).toEqual([])
  })

  it('is one credit where its transactions do not add up to it, with the words of all', () => {
    const details = [
      { amount: '600.00', text: 'LIQ-2026-000213' },
      { amount: '400.00', text: 'LIQ-2026-000214' },
    ]
    expect(read(camtFile('camt.053', 8, [{ amount: '998.00', details }])).credits).toEqual([
      { on: '2026-11-19', amountCents: 99_800, text: 'LIQ-2026-000213 LIQ-2026-000214' },
    ])
  })

  it('is read under any prefix, with character data, entities and comments', () => {
    const file = camtFile(
      'camt.053',
      8,
      [{ amount: '1083.68000', details: [{ text: '<![CDATA[LIQ-2026-000213 & más]]> &amp; m&#225;s<!-- x -->' }] }],
      { prefix: 'ns2' },
    )
    expect(file).toContain('<ns2:Ntry>')
    for (const text of [file, `\uFEFF${file}`, `\r\n${file}\r\n\u001A`])
      expect(read(text).credits).toEqual([{ on: '2026-11-19', amountCents: 108_368, text: 'LIQ-2026-000213 & más & más' }])
  })

  it('says entries that it cannot read, and takes the day in Madrid of an instant', () => {
    const entries = [{ amount: '1,50' }, { amount: '1.00', status: 'ODD' }, { amount: '2.00', day: '2026-13-01' }, { amount: '3.00' }]
    const file = camtFile('camt.053', 8, entries).replace(/<ValDt><Dt>2026-11-19<\/Dt><\/ValDt>(?=[^]{0,99}$)/, '')
    expect(read(file)).toMatchObject({ credits: [{ amountCents: 300 }], unread: [{}, {}, {}] })
    const instant = camtFile('camt.052', 6, [{ amount: '3.00' }]).replaceAll('<Dt>2026-11-19</Dt>', '<DtTm>2026-11-19T23:30:00Z</DtTm>')
    expect(read(instant).credits[0]?.on).toBe('2026-11-20')
  })

  test.each(['camt.052', 'camt.053', 'camt.054'] satisfies CamtMessage[])('%s that is cut off is refused', (message) => {
    const file = camtFile(message, 8, [{ amount: '3.00' }])
    expect(readStatement(file.slice(0, -30))).toBeNull()
  })
})

describe('MT940', () => {
  const file = mt940File([
    ['2611191119C1083,68NTRFLIQ-2026-000213//B77', '166?00TRANSFERENCIA?20OPERACIONES DEL?2118.11'],
    ['261120D50,00NMSC', 'RECIBO LUZ'],
    ['2611211121RD7,00NMSC', 'RECIBO DEVUELTO'],
    ['2611211121CR2500,NTRFNONREF', 'PAGO LIQ-2026-00\r\n0214'],
    ['261122C9,00NTRFLIQ-2026-000215', 'X'],
    ['261123RC9,00NTRFLIQ-2026-000215', 'X'],
    ['ilegible', 'X'],
  ])

  it('is read: credits alone, reversed ones apart, whatever cannot be read is said', () => {
    expect(read(file)).toEqual({
      format: 'mt940',
      credits: [
        { on: '2026-11-19', amountCents: 108_368, text: 'LIQ-2026-000213 B77 166 TRANSFERENCIA OPERACIONES DEL 18.11' },
        { on: '2026-11-21', amountCents: 250_000, text: 'NONREF PAGO LIQ-2026-00 0214' },
      ],
      pending: [],
      leftOut: { otherCurrency: 0, reversed: 2 },
      unread: [{ line: expect.any(Number), text: 'ilegible' }],
      covered: { first: '2026-11-18', last: '2026-11-25' },
    })
    expect(read(mt940File([['2611191119C1,00NTRFX', 'X']], 'USD'))).toMatchObject({ credits: [], leftOut: { otherCurrency: 1 } })
  })
})

test.each(['', 'hola', '%PDF-1.7 …', 'a;b;c\n1;2;3', '<html><table><tr><td>24/11/2026</td></tr></table></html>', '<BkToCstmrStmt/>x'])(
  '%j is no statement',
  (file) => {
    expect(readStatement(file)).toBeNull()
  },
)

test.each([
  ['entries that never close', '<BkToCstmrStmt>', '<Ntry>'],
  ['elements that nest without end', '<BkToCstmrStmt>', '<a>'],
  ['marks that never close', '<BkToCstmrStmt><Ntry><CdtDbtInd>CRDT</CdtDbtInd>', '<Dt '],
  [
    'words without an end',
    `${norma43File({ records: [norma43Movement('261119', '2', 1)] })
      .slice(0, 2)
      .join('\r\n')}\r\n`,
    '2301PALABRAS\r\n',
  ],
  ['cells without an end', '01/05/2026;A;1,00\r\n', ';1,00'],
  ['quotes without an end', '01/05/2026;A;1,00\r\n', '";"'],
])('a long file of %s is read or refused like any other', (_what, head, part) => {
  expect(() => readStatement(`${head}${part.repeat(Math.ceil(300_000 / part.length))}`)).not.toThrow()
})
