import { cents, type Cents } from '#domain/platform/money'
import { sepaEuros, sepaText } from '../payments/sepa.ts'

/** One transfer to a shop; `endToEndId` is also the text on its bank statement. */
export type Transfer = { endToEndId: string; amountCents: Cents; iban: string; holderName: string; executeOn: string }

export type PainFile = { messageId: string; createdAt: Date; payer: { name: string; iban: string }; transfers: readonly Transfer[] }

/** A file of SEPA credit transfers, pain.001.001.09 (ISO 20022), one payment block for each day of execution, in EPC's characters. */
export function painFile({ messageId, createdAt, payer, transfers }: PainFile): string {
  const days = [...Map.groupBy(transfers, ({ executeOn }) => executeOn)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const name = sepaText(payer.name)
  const blocks = days.map(
    ([executeOn, of], at) =>
      `<PmtInf><PmtInfId>${messageId}-${at + 1}</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg><NbOfTxs>${of.length}</NbOfTxs><CtrlSum>${total(of)}</CtrlSum>` +
      `<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt><Dt>${executeOn}</Dt></ReqdExctnDt><Dbtr><Nm>${name}</Nm></Dbtr>` +
      `<DbtrAcct><Id><IBAN>${payer.iban}</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>` +
      `${of.map(transferXml).join('')}</PmtInf>`,
  )
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>' +
    `<GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>${createdAt.toISOString()}</CreDtTm><NbOfTxs>${transfers.length}</NbOfTxs><CtrlSum>${total(transfers)}</CtrlSum>` +
    `<InitgPty><Nm>${name}</Nm></InitgPty></GrpHdr>${blocks.join('')}</CstmrCdtTrfInitn></Document>\n`
  )
}

const transferXml = ({ endToEndId, amountCents, iban, holderName }: Transfer) =>
  `<CdtTrfTxInf><PmtId><EndToEndId>${endToEndId}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">${sepaEuros(amountCents)}</InstdAmt></Amt>` +
  `<Cdtr><Nm>${sepaText(holderName)}</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>${endToEndId}</Ustrd></RmtInf></CdtTrfTxInf>`

const total = (transfers: readonly Transfer[]) => sepaEuros(cents(transfers.reduce((all, { amountCents }) => all + amountCents, 0)))
