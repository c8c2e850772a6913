import type { LocalDate } from '#domain/platform/dates'
import { isCreditorId } from '#domain/money/directDebit'
import { isSepaIban } from '#domain/money/iban'
import { cents, type Cents } from '#domain/platform/money'
import { sepaEuros, sepaText } from '../payments/sepa.ts'

/** One debit of a shop; `endToEndId` also appears on its bank statement. */
export type FiledDebit = {
  endToEndId: string
  amountCents: Cents
  iban: string
  debtorName: string
  chargeOn: LocalDate
  mandate: { reference: string; signedOn: LocalDate }
  creditor: { id: string; name: string }
}

type DebitFile = { messageId: string; createdAt: Date; iban: string; debits: readonly FiledDebit[] }

/** The scheme's maximum amount: 999,999,999.99 €. */
const MAX_CENTS = 99_999_999_999
/** Ids accepted by banks: letters, digits and hyphens, at most 35. */
const isId = (text: string) => /^[A-Za-z0-9-]{1,35}$/.test(text)

/**
 * A file of SEPA Core direct debits, pain.008.001.08 (ISO 20022), one block for each creditor and day, in the EPC character set. Everything is
 * validated first, because a bank rejects a file as a whole.
 * @throws RangeError for an invalid id, account, amount or creditor identifier
 */
export function debitFile({ messageId, createdAt, iban, debits }: DebitFile): string {
  if (!isId(messageId) || debits.length === 0) throw new RangeError(`debit file "${messageId}" without a valid id or without debits`)
  for (const one of debits) check(one)
  const blocks = [...Map.groupBy(debits, ({ chargeOn, creditor }) => `${chargeOn} ${creditor.id}`)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"><CstmrDrctDbtInitn>' +
    `<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>${createdAt.toISOString()}</CreDtTm><NbOfTxs>${debits.length}</NbOfTxs><CtrlSum>${total(debits)}</CtrlSum>` +
    `<InitgPty><Nm>${sepaText(debits[0]?.creditor.name ?? '')}</Nm></InitgPty></GrpHdr>` +
    `${blocks.map(([, of], at) => blockXml(`${messageId}-${at + 1}`, iban, of)).join('')}</CstmrDrctDbtInitn></Document>\n`
  )
}

function blockXml(id: string, iban: string, of: readonly FiledDebit[]): string {
  const [first] = of
  if (!first) return ''
  const { chargeOn, creditor } = first
  return (
    `<PmtInf><PmtInfId>${id}</PmtInfId><PmtMtd>DD</PmtMtd><BtchBookg>false</BtchBookg><NbOfTxs>${of.length}</NbOfTxs><CtrlSum>${total(of)}</CtrlSum>` +
    '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>CORE</Cd></LclInstrm><SeqTp>RCUR</SeqTp></PmtTpInf>' +
    `<ReqdColltnDt>${chargeOn}</ReqdColltnDt><Cdtr><Nm>${sepaText(creditor.name)}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct>` +
    '<CdtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></CdtrAgt><ChrgBr>SLEV</ChrgBr>' +
    `<CdtrSchmeId><Id><PrvtId><Othr><Id>${creditor.id}</Id><SchmeNm><Prtry>SEPA</Prtry></SchmeNm></Othr></PrvtId></Id></CdtrSchmeId>` +
    `${of.map(debitXml).join('')}</PmtInf>`
  )
}

const debitXml = ({ endToEndId, amountCents, iban, debtorName, mandate }: FiledDebit) =>
  `<DrctDbtTxInf><PmtId><EndToEndId>${endToEndId}</EndToEndId></PmtId><InstdAmt Ccy="EUR">${sepaEuros(amountCents)}</InstdAmt>` +
  `<DrctDbtTx><MndtRltdInf><MndtId>${mandate.reference}</MndtId><DtOfSgntr>${mandate.signedOn}</DtOfSgntr></MndtRltdInf></DrctDbtTx>` +
  '<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>' +
  `<Dbtr><Nm>${sepaText(debtorName)}</Nm></Dbtr><DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct><RmtInf><Ustrd>${endToEndId}</Ustrd></RmtInf></DrctDbtTxInf>`

function check({ endToEndId, amountCents, iban, mandate, creditor, debtorName }: FiledDebit): void {
  if (!isId(endToEndId) || !isId(mandate.reference)) throw new RangeError(`debit ${endToEndId}: invalid end-to-end id or mandate reference`)
  if (!isSepaIban(iban)) throw new RangeError(`debit ${endToEndId}: not a SEPA IBAN`)
  if (amountCents < 1 || amountCents > MAX_CENTS)
    throw new RangeError(`debit ${endToEndId}: amount of ${amountCents} cents is out of range`)
  if (!isCreditorId(creditor.id) || debtorName.trim() === '')
    throw new RangeError(`debit ${endToEndId}: invalid creditor identifier or empty debtor name`)
}

const total = (debits: readonly FiledDebit[]) => sepaEuros(cents(debits.reduce((all, { amountCents }) => all + amountCents, 0)))
