import { addDays, type LocalDate } from '#domain/platform/dates'
import type { Cents } from '#domain/platform/money'
import { sepaEuros, sepaText } from './sepa.ts'

/** What the simulated bank says of an order. `code`: why it was rejected or returned. */
export type ReportedOrder = {
  kind: 'transfer' | 'debit'
  reference: string
  amountCents: Cents
  outcome: 'accepted' | 'executed' | 'rejected' | 'returned'
  code?: string
}

/** A movement that is about no order of ours; negative: out of the account. */
export type OtherMovement = { amountCents: number; text: string; reference?: string }

const header = (message: string, version: number) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}.001.${String(version).padStart(2, '0')}">`

type StatusReport = {
  version: 3 | 10
  messageId: string
  at: Date
  /** The message that it is about. */
  original: { messageId: string; kind: 'transfer' | 'debit' }
  /** Of the whole message. */
  group?: { status: 'ACCP' | 'ACSP' | 'ACSC' | 'PART' | 'RJCT'; code?: string }
  orders: readonly ReportedOrder[]
}

const statusCodes = { accepted: 'ACSP', executed: 'ACSC', rejected: 'RJCT', returned: 'RJCT' } as const
const reason = (code: string | undefined) => (code === undefined ? '' : `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`)

/** A status report, pain.002: of the message as a whole, of its orders, or both. */
export function statusReportFile({ version, messageId, at, original, group, orders }: StatusReport): string {
  const name = original.kind === 'transfer' ? 'pain.001.001.09' : 'pain.008.001.08'
  const transactions = orders.map(
    ({ reference, amountCents, outcome, code }) =>
      `<TxInfAndSts><OrgnlEndToEndId>${reference}</OrgnlEndToEndId><TxSts>${statusCodes[outcome]}</TxSts>${reason(code)}` +
      `<OrgnlTxRef><Amt><InstdAmt Ccy="EUR">${sepaEuros(amountCents)}</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>`,
  )
  const block =
    transactions.length === 0
      ? ''
      : `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${original.messageId}-1</OrgnlPmtInfId>${transactions.join('')}</OrgnlPmtInfAndSts>`
  return (
    `${header('pain.002', version)}<CstmrPmtStsRpt><GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>${at.toISOString()}</CreDtTm></GrpHdr>` +
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${original.messageId}</OrgnlMsgId><OrgnlMsgNmId>${name}</OrgnlMsgNmId>` +
    `${group ? `<GrpSts>${group.status}</GrpSts>${reason(group.code)}` : ''}</OrgnlGrpInfAndSts>${block}</CstmrPmtStsRpt></Document>\n`
  )
}

type AccountFile = {
  format: 'camt.053' | 'camt.054'
  version: 2 | 8
  messageId: string
  at: Date
  iban: string
  on: LocalDate
  orders: readonly ReportedOrder[]
  others?: readonly OtherMovement[]
  /** One entry for all executed transfers, as banks book batches: with each of its orders, or with the ids of the message alone. */
  batch?: 'orders' | 'message'
  /** The message of a batch. */
  sentIn?: string
}

/** A statement (camt.053) or notifications (camt.054) of the account. Of orders that were only accepted it says nothing. */
export function accountFile({ format, version, messageId, at, iban, on, orders, others = [], batch, sentIn = '' }: AccountFile): string {
  const isOld = version < 4
  const entry = (cents: number, details: string, more = '') =>
    `<Ntry><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>${side(cents)}</CdtDbtInd>${more}<Sts>${isOld ? 'BOOK' : '<Cd>BOOK</Cd>'}</Sts>` +
    `<BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${on}</Dt></ValDt><BkTxCd><Prtry><Cd>NTRF</Cd></Prtry></BkTxCd>${details}</Ntry>`
  const detail = (reference: string, cents: number, { code, text = '' }: { code?: string | undefined; text?: string } = {}) =>
    `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs>` +
    (isOld
      ? `<AmtDtls><TxAmt><Amt Ccy="EUR">${euros(cents)}</Amt></TxAmt></AmtDtls>`
      : `<Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>${side(cents)}</CdtDbtInd>`) +
    `${text === '' ? '' : `<RmtInf><Ustrd>${sepaText(text)}</Ustrd></RmtInf>`}${code === undefined ? '' : `<RtrInf><Rsn><Cd>${code}</Cd></Rsn></RtrInf>`}</TxDtls>`
  const moved = orders.filter(({ outcome }) => outcome === 'executed' || outcome === 'returned')
  const isBatched = ({ kind, outcome }: ReportedOrder) => batch !== undefined && kind === 'transfer' && outcome === 'executed'
  const inBatch = moved.filter(isBatched)
  const total = -inBatch.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const batchEntry =
    inBatch.length === 0
      ? []
      : [
          entry(
            total,
            `<NtryDtls><Btch><MsgId>${sentIn}</MsgId><NbOfTxs>${inBatch.length}</NbOfTxs></Btch>${batch === 'orders' ? inBatch.map((one) => detail(one.reference, -one.amountCents)).join('') : ''}</NtryDtls>`,
          ),
        ]
  const single = moved
    .filter((one) => !isBatched(one))
    .map((order) => {
      const cents = (order.kind === 'transfer') === (order.outcome === 'executed') ? -order.amountCents : order.amountCents
      const code = order.outcome === 'returned' ? (order.code ?? 'AC04') : undefined
      return entry(cents, `<NtryDtls>${detail(order.reference, cents, { code })}</NtryDtls>`)
    })
  const foreign = others.map(({ amountCents, text, reference = 'NOTPROVIDED' }) =>
    entry(amountCents, `<NtryDtls>${detail(reference, amountCents, { text })}</NtryDtls>`),
  )
  const [container, part] = format === 'camt.053' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn']
  const created = `<CreDtTm>${at.toISOString()}</CreDtTm>`
  const balances = format === 'camt.053' ? balance('OPBD', addDays(on, -1)) + balance('CLBD', on) : ''
  return (
    `${header(format, version)}<${container}><GrpHdr><MsgId>${messageId}</MsgId>${created}</GrpHdr><${part}><Id>${messageId}</Id>${created}` +
    `<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${balances}${[...batchEntry, ...single, ...foreign].join('')}</${part}></${container}></Document>\n`
  )
}

const euros = (cents: number) => (Math.abs(cents) / 100).toFixed(2)
const side = (cents: number) => (cents < 0 ? 'DBIT' : 'CRDT')
const balance = (code: string, day: LocalDate) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`
