// Invented statements of account, as banks write them: inputs of tests.

/** A record 22 by its columns: branch, day, value day, concepts, side, amount, document, two references. */
export const norma43Movement = (value: string, side: '1' | '2', amount: number, reference = '', booked = value): string =>
  ['22', '    ', '0001', booked, value, '02', '099', side, String(amount).padStart(14, '0'), '0'.repeat(10), '0'.repeat(12)].join('') +
  reference.padEnd(16)

type Norma43Account = { from?: string; to?: string; currency?: string; records: readonly string[] }

/** An account of Norma 43: its head, its movements with their words, and the record that counts them. */
export function norma43Account({ from = '261101', to = '261130', currency = '978', records }: Norma43Account): string[] {
  const of = (side: string) => records.filter((record) => record.startsWith('22') && record[27] === side)
  const total = (side: string) =>
    of(side).length.toString().padStart(5, '0') +
    of(side)
      .reduce((sum, record) => sum + Number(record.slice(28, 42)), 0)
      .toString()
      .padStart(14, '0')
  return [
    `11210004180200051332${from}${to}200000000100000${currency}3${'CASA RIBERA'.padEnd(26)}   `,
    ...records,
    `3321000418020005133${'2'}${total('1')}${total('2')}200000000200000${currency}    `,
  ]
}

/** A whole file: one or more accounts and its last record. Every record has 80 characters. */
export function norma43File(...accounts: readonly Norma43Account[]): string[] {
  const records = accounts.flatMap(norma43Account)
  return [...records, `88${'9'.repeat(18)}${String(records.length).padStart(6, '0')}${' '.repeat(54)}`].map((record) => record.padEnd(80))
}

/** The words of a movement in two columns of 38 characters. */
export const norma43Words = (words: string): string => `2301${words.padEnd(76)}`

export type CamtMessage = 'camt.052' | 'camt.053' | 'camt.054'
type CamtDetail = {
  amount?: string
  currency?: string
  instructed?: readonly [currency: string, amount: string]
  text?: string
  ref?: string
}
type CamtEntry = {
  amount: string
  side?: 'CRDT' | 'DBIT'
  currency?: string
  status?: string
  isReversal?: boolean
  day?: string
  ref?: string
  details?: readonly CamtDetail[]
  text?: string
}

const containers: Readonly<Record<CamtMessage, readonly [message: string, part: string]>> = {
  'camt.052': ['BkToCstmrAcctRpt', 'Rpt'],
  'camt.053': ['BkToCstmrStmt', 'Stmt'],
  'camt.054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
}

/** Version 2 has the status as a text and no amount beside the transaction; version 4 and later have both as elements. */
export function camtFile(
  message: CamtMessage,
  version: number,
  entries: readonly CamtEntry[],
  more: { prefix?: string; to?: string } = {},
): string {
  const { prefix = '', to } = more
  const [container, part] = containers[message]
  const isOld = version < 4
  const detail = ({ amount, currency = 'EUR', instructed, text, ref }: CamtDetail, side: string) => {
    const amounts = [
      instructed ? `<InstdAmt><Amt Ccy="${instructed[0]}">${instructed[1]}</Amt></InstdAmt>` : '',
      isOld && amount ? `<TxAmt><Amt Ccy="${currency}">${amount}</Amt></TxAmt>` : '',
    ].join('')
    return `<TxDtls><Refs><EndToEndId>${ref ?? 'NOTPROVIDED'}</EndToEndId></Refs>${!isOld && amount ? `<Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>` : ''}
${amounts === '' ? '' : `<AmtDtls>${amounts}</AmtDtls>`}${text === undefined ? '' : `<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`}</TxDtls>`
  }
  const entry = ({
    amount,
    side = 'CRDT',
    currency = 'EUR',
    status = 'BOOK',
    isReversal,
    day = '2026-11-19',
    ref,
    details = [],
    text,
  }: CamtEntry) =>
    `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${isReversal ? '<RvslInd>true</RvslInd>' : ''}
<Sts>${isOld ? status : `<Cd>${status}</Cd>`}</Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>${ref ? `<AcctSvcrRef>${ref}</AcctSvcrRef>` : ''}<BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd>
${details.length > 0 ? `<NtryDtls>${details.map((one) => detail(one, side)).join('')}</NtryDtls>` : ''}${text === undefined ? '' : `<AddtlNtryInf>${text}</AddtlNtryInf>`}</Ntry>`
  const balance = (kind: string, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
  const body = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}.001.${String(version).padStart(2, '0')}"><${container}><GrpHdr><MsgId>A</MsgId><CreDtTm>2026-11-26T08:00:00</CreDtTm></GrpHdr>
<${part}><Id>1</Id><CreDtTm>2026-11-26T08:00:00</CreDtTm><Acct><Id><IBAN>ES9121000418450200051332</IBAN></Id><Ccy>EUR</Ccy></Acct>
${message === 'camt.054' ? '' : balance('OPBD', '2026-11-19') + balance('CLBD', to ?? '2026-11-25')}${entries.map(entry).join('\n')}</${part}></${container}></Document>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${prefix === '' ? body : body.replace(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`).replace('xmlns=', `xmlns:${prefix}=`)}`
}

/** A customer statement of SWIFT; each movement is its field 61 and its field 86. */
export const mt940File = (movements: readonly (readonly [line: string, words: string])[], currency = 'EUR'): string =>
  [
    '{1:F01CAIXESBBAXXX0000000000}{2:I940CAIXESBBXXXXN}{4:',
    ':20:EXTRACTO',
    ':25:ES9121000418450200051332',
    ':28C:11/1',
    `:60F:C261118${currency}1000,00`,
    ...movements.flatMap(([line, words]) => [`:61:${line}`, `:86:${words}`]),
    `:62F:C261125${currency}2000,00`,
    '-}',
  ].join('\r\n')
