import { expect, test } from 'vitest'
import { readStatement } from './bankStatement.ts'

/** A movement by its columns: branch, day, value day, concepts, side, amount, document, two references. */
const movement = (value: string, side: '1' | '2', amount: number, reference = '') =>
  ['22', '    ', '0001', '260518', value, '02', '099', side, String(amount).padStart(14, '0'), '0'.repeat(10), '0'.repeat(12)].join('') +
  reference.padEnd(16)

const norma43 = [
  `112100041802000513322605012605312000000000100009783${'CASA RIBERA'.padEnd(26)}`,
  movement('260519', '2', 108_368, 'LIQ-2026-000213'),
  '2301TRANSFERENCIA TRASTIENDA               OPERACIONES DEL 18.05',
  movement('260520', '1', 5_000, 'RECIBO LUZ'),
  movement('260599', '2', 1_234, 'NO ES UN DIA'),
  '33210004180200051332000010000000005000000200000000010960200000000020000978',
].join('\r\n')

test('Norma 43: credits alone, with the words of their later records', () => {
  const read = readStatement(norma43)
  expect(read).toEqual({
    format: 'norma43',
    credits: [
      {
        on: '2026-05-19',
        amountCents: 108_368,
        text: expect.stringMatching(/LIQ-2026-000213.*TRANSFERENCIA TRASTIENDA/),
      },
    ],
    unread: 1,
  })
  expect(movement('260519', '2', 1)).toHaveLength(80)
})

test('camt.053: booked credits in euros, with and without a name space', () => {
  const entry = (prefix: string, amount: string, side: string, currency = 'EUR') =>
    `<${prefix}Ntry><${prefix}Amt Ccy="${currency}">${amount}</${prefix}Amt><${prefix}CdtDbtInd>${side}</${prefix}CdtDbtInd><${prefix}BookgDt><${prefix}Dt>2026-05-18</${prefix}Dt></${prefix}BookgDt>
    <${prefix}ValDt><${prefix}Dt>2026-05-19</${prefix}Dt></${prefix}ValDt><${prefix}NtryDtls><${prefix}TxDtls><${prefix}Refs><${prefix}EndToEndId>LIQ-2026-000213</${prefix}EndToEndId></${prefix}Refs>
    <${prefix}RmtInf><${prefix}Ustrd>Ventas &amp; m&#225;s</${prefix}Ustrd></${prefix}RmtInf></${prefix}TxDtls></${prefix}NtryDtls></${prefix}Ntry>`
  const file = (prefix: string) =>
    `<?xml version="1.0"?><${prefix}Document><${prefix}BkToCstmrStmt><${prefix}Stmt>${entry(prefix, '1083.68', 'CRDT')}${entry(prefix, '5', 'CRDT')}
    ${entry(prefix, '50.00', 'DBIT')}${entry(prefix, '7.00', 'CRDT', 'USD')}${entry(prefix, '1,50', 'CRDT')}</${prefix}Stmt></${prefix}BkToCstmrStmt></${prefix}Document>`
  for (const prefix of ['', 'ns2:']) {
    const read = readStatement(file(prefix))
    expect(read?.credits.map(({ on, amountCents }) => [on, amountCents])).toEqual([
      ['2026-05-19', 108_368],
      ['2026-05-19', 500],
    ])
    expect(read).toMatchObject({ format: 'camt053', unread: 1 })
    expect(read?.credits[0]?.text).toContain('LIQ-2026-000213')
    expect(read?.credits[0]?.text).toContain('Ventas &')
  }
})

test.each([
  [
    'Fecha;Fecha valor;Concepto;Importe;Saldo\n18/05/2026;19/05/2026;TRANSF LIQ-2026-000213;1.083,68;5.000,00\n20/05/2026;20/05/2026;RECIBO;-50,00;4.950,00',
  ],
  ['\uFEFF"Date","Description","Amount","Balance"\n2026-05-19,"TRANSF, LIQ-2026-000213",1083.68,5000.00\n2026-05-20,RECIBO,-50.00,4950.00'],
  ['19.05.2026\tTRANSF LIQ-2026-000213\t+1.083,68 €\n20.05.2026\tRECIBO\t-50,00 €'],
])('CSV as banks write it: %#', (file) => {
  const read = readStatement(file)
  expect(read?.format).toBe('csv')
  expect(read?.credits).toEqual([{ on: '2026-05-19', amountCents: 108_368, text: expect.stringContaining('LIQ-2026-000213') }])
})

test.each(['', 'hola', '%PDF-1.7 …', 'a;b;c\n1;2;3', '<html></html>'])('%j is no statement', (file) => {
  expect(readStatement(file)).toBeNull()
})

test.each([
  ['entries that never close', '<BkToCstmrStmt>', '<Ntry>'],
  ['value dates that never close', '<BkToCstmrStmt><Ntry><CdtDbtInd>CRDT</CdtDbtInd>', '<ValDt>'],
  ['marks that never close', '<BkToCstmrStmt><Ntry><CdtDbtInd>CRDT</CdtDbtInd>', '<Dt '],
  ['words without an end', `${norma43.split('\r\n').slice(0, 2).join('\r\n')}\r\n`, '2301PALABRAS\r\n'],
  ['cells without an end', '01/05/2026;A;1,00\r\n', ';1,00'],
])('a long file of %s comes to an end', (_what, head, part) => {
  // Read in a square of its length it would take minutes, longer than a test may.
  const statement = readStatement(`${head}${part.repeat(Math.ceil(300_000 / part.length))}</Ntry>`)
  expect(statement === null || statement.credits.length <= 1).toBe(true)
})

test('the words of a credit end, however many records they have', () => {
  const [credit] = readStatement(`${norma43.split('\r\n').slice(0, 2).join('\r\n')}\r\n${'2301PALABRAS\r\n'.repeat(1_000)}`)?.credits ?? []
  expect(credit?.text.length).toBeLessThan(1_100)
  expect(credit?.text).toContain('LIQ-2026-000213')
})

test('an amount that no cents can hold is a line that was not read', () => {
  expect(readStatement('01/05/2026;A;1,00\r\n01/05/2026;A;2,00\r\n02/05/2026;B;99999999999999999999.00')).toMatchObject({
    credits: [{ amountCents: 100 }, { amountCents: 200 }],
    unread: 1,
  })
})
