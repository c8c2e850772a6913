import { describe, expect, it, test } from 'vitest'
import { amountOfCell, dayOfCell, decimalOf } from './bankCells.ts'
import { readStatement } from './bankStatement.ts'
import type { SheetColumns } from './bankSheet.ts'

const read = (file: string, columns?: SheetColumns) => {
  const statement = readStatement(file, () => columns)?.statement
  if (!statement) throw new Error('not read')
  return statement
}

/** Rows of made-up exports with the column names of different banks, all with the same movements: +1.083,68 on the 19th, -50,00, +2.500,00. */
const exports: readonly (readonly [bank: string, file: string])[] = [
  [
    'BBVA',
    'Últimos movimientos\n\nF.Valor;Fecha;Concepto;Movimiento;Importe;Divisa;Disponible;Divisa;Observaciones\n24/11/2026;24/11/2026;Abono;Transferencia recibida;2.500,00;EUR;4.533,68;EUR;LIQ-2026-000214\n20/11/2026;20/11/2026;Recibo;Adeudo luz;-50,00;EUR;2.033,68;EUR;0012345\n19/11/2026;18/11/2026;Abono;Transferencia recibida;1.083,68;EUR;2.083,68;EUR;LIQ-2026-000213',
  ],
  [
    'Santander',
    'CUENTA;ES91 2100 0418 4502 0005 1332;;;\nSALDO;4.533,68;EUR;;\n;;;;\nFECHA OPERACIÓN;FECHA VALOR;CONCEPTO;IMPORTE EUR;SALDO\n18/11/2026;19/11/2026;TRANSFERENCIA LIQ-2026-000213;1.083,68;2.083,68\n20/11/2026;20/11/2026;RECIBO;-50,00;2.033,68\n24/11/2026;24/11/2026;TRANSFERENCIA LIQ-2026-000214;2.500,00;4.533,68',
  ],
  [
    'CaixaBank',
    'Fecha;Fecha valor;Movimiento;Más datos;Importe;Saldo\n18/11/2026;19/11/2026;TRANSF. A SU FAVOR;LIQ-2026-000213;1.083,68EUR;2.083,68EUR\n20/11/2026;20/11/2026;RECIBO;LUZ;-50,00EUR;2.033,68EUR\n24/11/2026;24/11/2026;TRANSF. A SU FAVOR;LIQ-2026-000214;2.500,00EUR;4.533,68EUR',
  ],
  [
    'CaixaBank of companies, income and expense apart',
    'Número de cuenta;Oficina;Divisa;F. Operación;F. Valor;Ingreso (+);Gasto (-);Saldo (+);Saldo (-);Concepto común;Referencia 1\n2100;0418;EUR;18/11/2026;19/11/2026;1.083,68;;2.083,68;;02;LIQ-2026-000213\n2100;0418;EUR;20/11/2026;20/11/2026;;50,00;2.033,68;;03;LUZ\n2100;0418;EUR;24/11/2026;24/11/2026;2.500,00;;4.533,68;;02;LIQ-2026-000214',
  ],
  [
    'Sabadell, a text with bars',
    '18/11/2026|TRANSF LIQ-2026-000213|19/11/2026|1083.68|2083.68|0001|\n20/11/2026|RECIBO LUZ|20/11/2026|-50.00|2033.68|0002|\n24/11/2026|TRANSF LIQ-2026-000214|24/11/2026|2500.00|4533.68|0003|',
  ],
  [
    'Bankinter, old form: Debe and Haber',
    'FECHA;FECHA VALOR;CLAVE;CONCEPTO;DEBE;HABER;SALDO;DIVISA\n18/11/26;19/11/26;099;LIQ-2026-000213;;1.083,68;2.083,68;EUR\n20/11/26;20/11/26;017;RECIBO;50,00;;2.033,68;EUR\n24/11/26;24/11/26;099;LIQ-2026-000214;;2.500,00;4.533,68;EUR',
  ],
  [
    'Bankinter',
    '"Fecha contable";"Fecha valor";"Descripción";"Importe";"Saldo"\n"18/11/2026";"19/11/2026";"TRANSF /LIQ-2026-000213";"1.083,68";"2.083,68"\n"20/11/2026";"20/11/2026";"RECIBO";"-50,00";"2.033,68"\n"24/11/2026";"24/11/2026";"TRANSF /LIQ-2026-000214";"2.500,00";"4.533,68"',
  ],
  [
    'Unicaja, the movement number beside',
    'Fecha de operación;Fecha valor;Concepto;Importe;Divisa;Saldo;Divisa;Nº mov;Oficina\n18-11-2026;19-11-2026;LIQ-2026-000213;1.083,68;EUR;2.083,68;EUR;12;0182\n20-11-2026;20-11-2026;RECIBO;-50,00;EUR;2.033,68;EUR;13;0182\n24-11-2026;24-11-2026;LIQ-2026-000214;2.500,00;EUR;4.533,68;EUR;14;0182',
  ],
  [
    'Kutxabank in Basque',
    'Data;Balio-data;Kontzeptua;Zenbatekoa;Saldoa\n2026/11/18;2026/11/19;LIQ-2026-000213;1.083,68;2.083,68\n2026/11/20;2026/11/20;ORDAINAGIRIA;-50,00;2.033,68\n2026/11/24;2026/11/24;LIQ-2026-000214;2.500,00;4.533,68',
  ],
  [
    'ING',
    'Movimientos de la Cuenta\nTitular:;CASA RIBERA SL\n\nF. VALOR;CATEGORÍA;SUBCATEGORÍA;DESCRIPCIÓN;COMENTARIO;IMPORTE (€);SALDO (€)\n24/11/2026;Ingresos;Otros;LIQ-2026-000214;;2500,00;4533,68\n20/11/2026;Hogar;Luz;Recibo;;-50,00;2033,68\n19/11/2026;Ingresos;Otros;LIQ-2026-000213;;1083,68;2083,68',
  ],
  [
    'Abanca in Galician, Cargo and Aboamento',
    'Data;Data valor;Concepto;Cargo;Aboamento;Saldo;Moeda\n18/11/2026;19/11/2026;LIQ-2026-000213;0,00;1.083,68;2.083,68;EUR\n20/11/2026;20/11/2026;RECIBO;-50,00;0,00;2.033,68;EUR\n24/11/2026;24/11/2026;LIQ-2026-000214;0,00;2.500,00;4.533,68;EUR',
  ],
  [
    'Cajamar, the balance first',
    'Fecha;Fecha Valor;Saldo;Importe;Concepto\n18/11/2026;19/11/2026;2.083,68;1.083,68;LIQ-2026-000213\n20/11/2026;20/11/2026;2.033,68;50,00-;RECIBO\n24/11/2026;24/11/2026;4.533,68;2.500,00;LIQ-2026-000214',
  ],
  [
    'Openbank, commas and quotes',
    'Fecha Operación,Fecha Valor,Concepto,Importe,Saldo\n18/11/2026,19/11/2026,LIQ-2026-000213,"1.083,68","2.083,68"\n20/11/2026,20/11/2026,"RECIBO, LUZ","-50,00","2.033,68"\n24/11/2026,24/11/2026,LIQ-2026-000214,"2.500,00","4.533,68"',
  ],
  [
    'Revolut',
    'Tipo,Producto,Fecha de inicio,Fecha de finalización,Descripción,Importe,Comisión,Divisa,State,Saldo\nTransferencia,Actual,2026-11-18 10:00:00,2026-11-19 10:00:01,LIQ-2026-000213,1083.68,0.00,EUR,COMPLETED,2083.68\nPago,Actual,2026-11-20 09:00:00,2026-11-20 09:00:01,Luz,-50.00,0.00,EUR,COMPLETED,2033.68\nTransferencia,Actual,2026-11-24 09:00:00,2026-11-24 10:00:00,LIQ-2026-000214,2500.00,0.00,EUR,COMPLETED,4533.68',
  ],
  [
    'N26',
    '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"\n2026-11-18,2026-11-19,TRASTIENDA,ES91,Income,LIQ-2026-000213,Main,1083.68,1200.00,USD,1.1\n2026-11-20,2026-11-20,LUZ,ES92,Expense,,Main,-50.00,,,\n2026-11-24,2026-11-24,TRASTIENDA,ES91,Income,LIQ-2026-000214,Main,2500.00,,,',
  ],
  [
    'Wise',
    '"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Total fees"\nT3,24-11-2026,2500.00,EUR,Received,LIQ-2026-000214,4533.68,,,,TRASTIENDA,0.00\nT2,20-11-2026,-50.00,EUR,Sent,LUZ,2033.68,,,,,0.00\nT1,19-11-2026,1083.68,EUR,Received,LIQ-2026-000213,2083.68,,,,TRASTIENDA,0.00',
  ],
  [
    'Qonto, Debit and Credit',
    'Status;Settlement date (UTC);Operation date (UTC);Counterparty;Debit;Credit;Balance;Currency;Reference\nSettled;19-11-2026 10:00:00;18-11-2026 10:00:00;TRASTIENDA;;1083.68;2083.68;EUR;LIQ-2026-000213\nSettled;20-11-2026 10:00:00;20-11-2026 10:00:00;LUZ;-50.00;;2033.68;EUR;\nSettled;24-11-2026 10:00:00;24-11-2026 10:00:00;TRASTIENDA;;2500.00;4533.68;EUR;LIQ-2026-000214',
  ],
  [
    'a bank in Catalan, Càrrec and Abonament',
    'Data;Data valor;Concepte;Càrrec;Abonament;Saldo\n18 nov. 2026;19 nov. 2026;LIQ-2026-000213;;1.083,68;2.083,68\n20 nov. 2026;20 nov. 2026;REBUT;50,00;;2.033,68\n24 nov. 2026;24 nov. 2026;LIQ-2026-000214;;2.500,00;4.533,68',
  ],
  [
    'a bank in Portuguese, Valor for the amount',
    'Data Mov.;Data Valor;Descrição;Valor;Saldo\n18.11.2026;19.11.2026;LIQ-2026-000213;1.083,68;2.083,68\n20.11.2026;20.11.2026;LUZ;-50,00;2.033,68\n24.11.2026;24.11.2026;LIQ-2026-000214;2.500,00;4.533,68',
  ],
  [
    'debits, credits and balance without headings',
    '19/11/2026;LIQ-2026-000213;;1.083,68;2.083,68\n20/11/2026;RECIBO;50,00;;2.033,68\n24/11/2026;LIQ-2026-000214;;2.500,00;4.533,68',
  ],
  [
    'Importe and D/H, tabs',
    'Fecha\tFecha valor\tConcepto\tImporte\tD/H\tSaldo\n18/11/2026\t19/11/2026\tLIQ-2026-000213\t1.083,68\tH\t2.083,68\n20/11/2026\t20/11/2026\tRECIBO\t50,00\tD\t2.033,68\n24/11/2026\t24/11/2026\tLIQ-2026-000214\t2.500,00\tH\t4.533,68',
  ],
  [
    'the sign in a column before the amount',
    'Fecha valor;Concepto;Signo;Importe\n19/11/2026;LIQ-2026-000213;+;1.083,68\n20/11/2026;RECIBO;-;50,00\n24/11/2026;LIQ-2026-000214;+;2.500,00',
  ],
  [
    'Cargo/Abono as C and A',
    'Fecha valor;Concepto;Importe;Cargo/Abono\n19/11/2026;LIQ-2026-000213;1.083,68;A\n20/11/2026;RECIBO;50,00;C\n24/11/2026;LIQ-2026-000214;2.500,00;A',
  ],
  [
    'words of the side under another heading',
    'Fecha valor;Tipo;Concepto;Importe\n19/11/2026;Abono;LIQ-2026-000213;1.083,68\n20/11/2026;Cargo;RECIBO;50,00\n24/11/2026;Abono;LIQ-2026-000214;2.500,00',
  ],
  [
    'amounts that carry D and H themselves',
    'Fecha valor;Concepto;Importe\n19/11/2026;LIQ-2026-000213;1.083,68 H\n20/11/2026;RECIBO;50,00 D\n24/11/2026;LIQ-2026-000214;2.500,00 H',
  ],
  [
    'amounts without sign, told by the balance',
    'Fecha valor;Concepto;Importe;Saldo\n18/11/2026;APERTURA;0,00;1.000,00\n19/11/2026;LIQ-2026-000213;1.083,68;2.083,68\n20/11/2026;RECIBO;50,00;2.033,68\n24/11/2026;LIQ-2026-000214;2.500,00;4.533,68',
  ],
  [
    'dashes for nothing',
    'Fecha;Fecha valor;Concepto;Cargos;Abonos;Saldo acumulado\n18/11/2026;19/11/2026;LIQ-2026-000213;-;1.083,68;2.083,68\n20/11/2026;20/11/2026;RECIBO;50,00;-;2.033,68\n24/11/2026;24/11/2026;LIQ-2026-000214;-;2.500,00;4.533,68',
  ],
  [
    'a sign beside debits alone',
    'Fecha;Concepto;Signo;Importe\n19/11/2026;LIQ-2026-000213;;1.083,68\n20/11/2026;RECIBO;-;50,00\n24/11/2026;LIQ-2026-000214;;2.500,00',
  ],
  [
    'the amount in another currency beside that in euros',
    'Fecha;Concepto;Importe divisa;Moneda original;Importe EUR\n19/11/2026;LIQ-2026-000213;1.200,00;USD;1.083,68\n20/11/2026;RECIBO;-50,00;EUR;-50,00\n24/11/2026;LIQ-2026-000214;2.500,00;EUR;2.500,00',
  ],
  [
    'EUR for the heading of the amount',
    'Fecha;Concepto;EUR;Saldo\n19/11/2026;LIQ-2026-000213;1.083,68;2.083,68\n20/11/2026;RECIBO;-50,00;2.033,68\n24/11/2026;LIQ-2026-000214;2.500,00;4.533,68',
  ],
  [
    'headings in one word, floating figures and a row of totals',
    'FechaMovimiento;FechaValor;Descripcion;Haber;Debe;Saldo\n18/11/2026;19/11/2026;LIQ-2026-000213;1083.6799999999998;0;2083.68\n20/11/2026;20/11/2026;LUZ;0;50;2033.68\n24/11/2026;24/11/2026;LIQ-2026-000214;2500;0;4533.68\nTotales;;;3583.68;50;',
  ],
  [
    'headings in two rows',
    'Fecha;Fecha;Concepto;Importe;Saldo\noperación;valor;;EUR;EUR\n18/11/2026;19/11/2026;LIQ-2026-000213;1.083,68;2.083,68\n20/11/2026;20/11/2026;LUZ;-50,00;2.033,68\n24/11/2026;24/11/2026;LIQ-2026-000214;2.500,00;4.533,68',
  ],
  [
    'a payment service, gross, fee and net',
    'Fecha,Hora,Descripción,Divisa,Bruto,Comisión,Neto,Saldo\n19/11/2026,10:00:00,LIQ-2026-000213,EUR,"1.083,68","0,00","1.083,68","2.083,68"\n20/11/2026,10:00:00,Pago,EUR,"-50,00","0,00","-50,00","2.033,68"\n24/11/2026,10:00:00,LIQ-2026-000214,EUR,"2.500,00","0,00","2.500,00","4.533,68"',
  ],
  [
    'in English, months first where no day can be meant',
    'Date,Description,Debit,Credit,Balance\n11/19/2026,LIQ-2026-000213,,"1,083.68","2,083.68"\n11/20/2026,POWER,50.00,,"2,033.68"\n11/24/2026,LIQ-2026-000214,,"2,500.00","4,533.68"',
  ],
  [
    'Paid out and Paid in',
    'Date;Description;Paid out;Paid in;Balance\n19 Nov 2026;LIQ-2026-000213;;1,083.68;2,083.68\n20 Nov 2026;POWER;50.00;;2,033.68\n24 Nov 2026;LIQ-2026-000214;;2,500.00;4,533.68',
  ],
]

describe('a CSV of a bank', () => {
  test.each(exports)('as of %s has its two credits, and neither debit nor balance', (_, file) => {
    for (const text of [file, `\uFEFF${file.replaceAll('\n', '\r\n')}\r\n`, file.replaceAll('\n', '\r')]) {
      const { credits, unread, leftOut } = read(text)
      const seen = credits.map(({ on, amountCents, text: words }) => [on, amountCents, /LIQ-\d{4}-\d{6}/.exec(words)?.[0]])
      expect([seen.toSorted(), unread, leftOut]).toEqual([
        [
          ['2026-11-19', 108_368, 'LIQ-2026-000213'],
          ['2026-11-24', 250_000, 'LIQ-2026-000214'],
        ],
        [],
        { otherCurrency: 0, reversed: 0 },
      ])
      for (const { text: words } of credits) expect(words).not.toMatch(/083,68|2026-11-|\d\d\/11/)
    }
  })

  test.each([
    [
      'two amounts without headings that no balance explains',
      '19/11/2026;LIQ-2026-000213;1.083,68;5.000,00\n20/11/2026;RECIBO;50,00;7.000,00',
    ],
    ['one row of two amounts', '19/11/2026;LIQ-2026-000213;1.083,68;5.000,00'],
    ['debits and credits without headings', '19/11/2026;LIQ-2026-000213;;1.083,68\n20/11/2026;RECIBO;50,00;'],
    ['two amounts by their headings', 'Fecha;Concepto;Importe bruto;Importe neto\n19/11/2026;X;10,00;9,00'],
    [
      'amounts without sign that the balance contradicts',
      'Fecha;Concepto;Importe;Saldo\n19/11/2026;X;10,00;100,00\n20/11/2026;Y;5,00;300,00\n21/11/2026;Z;7,00;50,00',
    ],
    ['a column of debits alone', 'Fecha;Concepto;Cargo\n19/11/2026;X;10,00'],
    ['marks that may mean either', 'Fecha;Concepto;Importe;D/H\n19/11/2026;X;10,00;C\n20/11/2026;Y;5,00;C'],
    ['rows with both a debit and a credit', 'Fecha;Concepto;Cargo;Abono\n19/11/2026;X;10,00;9,00'],
    ['an amount in the currency of origin alone', 'Fecha;Concepto;Importe original\n19/11/2026;X;10,00'],
  ])('with %s is asked about', (_, file) => {
    const reading = readStatement(file)
    expect(reading).toMatchObject({ statement: null, sheet: { isCertain: false, columns: { date: 0 } } })
  })

  it('is read by the columns that somebody chose, and has the same signature next month', () => {
    const file = 'Fecha;Concepto;Importe bruto;Importe neto\n19/11/2026;X;10,00;9,00'
    expect(read(file, { kind: 'signed', date: 0, amount: 3 }).credits).toMatchObject([{ amountCents: 900 }])
    const next = readStatement('Fecha; Concepto;IMPORTE BRUTO;Importe neto\n21/12/2026;Y;7,00;6,00\n22/12/2026;Z;7,00;6,00')
    expect(next?.sheet?.signature).toBe(readStatement(file)?.sheet?.signature)
    const bare = ['19/11/2026;LIQ;1,00;5,00\n20/11/2026;X;2,00;9,00', '21/12/2026;OTHER;8,00;1,00'].map(
      (one) => readStatement(one)?.sheet?.signature,
    )
    expect(new Set(bare)).toEqual(new Set(['date|text|amount|amount']))
    expect(read('19/11/2026;A;;5,00\n20/11/2026;B;3,00;', { kind: 'split', date: 0, debit: 2, credit: 3 }).credits).toMatchObject([
      { amountCents: 500 },
    ])
  })

  it('drops no row in silence: each that cannot be read is said with its line', () => {
    const file = [
      'Fecha;Concepto;Importe;Saldo',
      '19/11/26;A;10,00;10,00',
      'ayer;B;10,00;20,00',
      '20/11/2026;C;diez;30,00',
      '21/11/2026;D;;40,00',
      ';E;10,00;50,00',
      '22/11/2026;F;99999999999999999999,00;60,00',
      '23/11/2026;G; con; 10,00;70,00',
      '24/11/2026;"H;1,00',
      '25/11/2026;H";20,00;90,00',
      'TOTAL;;;90,00',
      'Saldo final;;;90,00',
      'Documento sin validez contractual;;;',
    ]
    const { credits, unread } = read(file.join('\n'))
    expect(credits).toEqual([{ on: '2026-11-19', amountCents: 1_000, text: 'A' }])
    expect(unread.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 8, 9])
    expect(unread[0]?.text).toBe('ayer · B · 10,00 · 20,00')
    // Unparseable dates under a date heading make the rows unread, not the whole file unsupported.
    expect(read('Fecha;Concepto;Importe\nayer;B;10,00\nhoy;B;-1,00').unread).toHaveLength(2)
  })

  it('says rows of which a comma made two amounts of one, and reads columns that have no heading', () => {
    expect(read('Date,Text,Amount,Balance\n24/11/2026,A,1083,68,5000,00\n25/11/2026,B,-1,00,4999,00')).toMatchObject({
      credits: [],
      unread: [{}, {}],
    })
    expect(read('Importe y fecha\nFecha;Concepto;Importe\n24/11/2026;A;10,00;EUR\n25/11/2026;B;-1,00;EUR')).toMatchObject({
      credits: [{ amountCents: 1_000 }],
      unread: [],
    })
    expect(read('Importe y fecha de cada movimiento\n24/11/2026;A;10,00\n25/11/2026;B;-1,00').credits).toMatchObject([
      { amountCents: 1_000 },
    ])
  })

  it('keeps line breaks in quotes and texts that go on in the next row', () => {
    const file =
      'Fecha;Concepto;Importe;Saldo\r\n19/11/2026;"TRANSFERENCIA\r\nLIQ-2026-\r\n000213";10,00;10,00\r\n;REF LIQ-2026-000214;;\r\n20/11/2026;B;-1,00;9,00'
    expect(read(file)).toMatchObject({ credits: [{ text: 'TRANSFERENCIA LIQ-2026- 000213 REF LIQ-2026-000214' }], unread: [] })
  })

  it('counts what is booked and in euros alone, and takes what the bank took back for nothing', () => {
    const revolut = [
      'Type,Started Date,Completed Date,Description,Amount,Currency,State,Balance',
      'T,2026-11-18 10:00:00,2026-11-19 10:00:00,A,10.00,EUR,COMPLETED,10.00',
      'T,2026-11-20 10:00:00,,B,20.00,EUR,PENDING,',
      'T,2026-11-20 10:00:00,,C,30.00,EUR,REVERTED,',
      'T,2026-11-21 10:00:00,2026-11-21 10:00:00,D,40.00,USD,COMPLETED,50.00',
      'T,2026-11-21 10:00:00,,E,-10.00,EUR,DECLINED,',
    ]
    expect(read(revolut.join('\n'))).toMatchObject({
      credits: [{ text: 'T A', amountCents: 1_000 }],
      pending: [{ on: '2026-11-20', amountCents: 2_000 }],
      leftOut: { otherCurrency: 1, reversed: 1 },
      unread: [],
    })
    const returned =
      'Fecha;Concepto;Importe\n19/11/2026;LIQ-2026-000213;10,00\n20/11/2026;DEVOL LIQ-2026-000213;-10,00\n20/11/2026;OTRA;-10,00'
    expect(read(returned)).toMatchObject({ credits: [], leftOut: { reversed: 1 } })
    expect(
      read('Cuenta en divisa\nDivisa: USD\n\nFecha;Concepto;Importe\n19/11/2026;A;10,00\n20/11/2026;B;-1,00').leftOut.otherCurrency,
    ).toBe(1)
    expect(read('Fecha;Concepto;Importe\n19/11/2026;A;10,00 USD\n20/11/2026;B;-1,00').leftOut.otherCurrency).toBe(1)
  })

  it('covers the days of its movements, debits too', () => {
    const file =
      'Fecha operación;Fecha valor;Concepto;Importe\n17/11/2026;17/11/2026;A;-1,00\n19/11/2026;20/11/2026;B;10,00\n23/11/2026;25/11/2026;C;-1,00'
    expect(read(file).covered).toEqual({ first: '2026-11-17', last: '2026-11-23' })
    expect(read('Fecha;Concepto;Importe').covered).toBeNull()
  })
})

test.each([
  ['24/11/2026', '2026-11-24'],
  ['4/1/26', '2026-01-04'],
  ['24-11-26', '2026-11-24'],
  ['24.11.2026', '2026-11-24'],
  ['24 11 2026', '2026-11-24'],
  ['2026-11-24', '2026-11-24'],
  ['2026/11/24 10:00', '2026-11-24'],
  ['2026-11-24T23:30:00Z', '2026-11-25'],
  ['20261124', '2026-11-24'],
  ['24112026', '2026-11-24'],
  ['24 nov 2026', '2026-11-24'],
  ['24-Nov-26', '2026-11-24'],
  ['24/nov/2026', '2026-11-24'],
  ['24 de noviembre de 2026', '2026-11-24'],
  ['24 de novembre del 2026', '2026-11-24'],
  ['1 d’octubre de 2026', '2026-10-01'],
  ['3 mar. 2026', '2026-03-03'],
  ['Nov 24, 2026', '2026-11-24'],
  ['7 xuño 2026', '2026-06-07'],
  ['15 set 2026', '2026-09-15'],
  ['31/02/2026', null],
  ['24/11', null],
  ['24/11-2026', null],
  ['24/11/202', null],
  ['hoy', null],
  ['', null],
])('%j as a day', (cell, day) => expect(dayOfCell(cell)).toBe(day))

test.each([
  ['1.083,68', 108_368],
  ['1083.68', 108_368],
  ['1,083.68', 108_368],
  ['+1.083,68 €', 108_368],
  ['EUR 1.083,68', 108_368],
  ['1\u00a0083,68', 108_368],
  ["1'083.68", 108_368],
  ['1.083.683,20', 108_368_320],
  ['1083,6', 108_360],
  ['1083', 108_300],
  ['1083.6800', 108_368],
  ['-50,00', -5_000],
  ['\u221250,00', -5_000],
  ['- 50,00', -5_000],
  ['50,00-', -5_000],
  ['(50,00)', -5_000],
  ['50,00 D', -5_000],
  ['50,00DB', -5_000],
  ['50,00 H', 5_000],
  ['50.00 CR', 5_000],
  ['1.204', 120_400],
  ['0,204', null],
  ['1.083,685', null],
  ['12.34.56', null],
  ['1,08,368', null],
  ['diez', null],
  ['50,00 X', null],
  ['', null],
])('%j as an amount', (cell, amount) => expect(amountOfCell(cell)?.cents ?? null).toBe(amount))

it('reads what may be thousands or decimals by the rest of its column', () => {
  expect([decimalOf(['1.204', '5,50']), decimalOf(['1.200', '5.50']), decimalOf(['1.204', '950'])]).toEqual([',', '.', null])
  expect([amountOfCell('1.200', ',')?.cents, amountOfCell('1.200', '.')?.cents, amountOfCell('1,200', '.')?.cents]).toEqual([
    120_000, 120, 120_000,
  ])
})
