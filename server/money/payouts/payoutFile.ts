import { cents, type Cents } from '#domain/platform/money'
import type { Connection } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { sepaEuros, sepaText } from '../payments/sepa.ts'

/** One transfer to a shop; `endToEndId` also appears on its bank statement. */
export type Transfer = { endToEndId: string; amountCents: Cents; iban: string; holderName: string; executeOn: string }

type PainFile = { messageId: string; createdAt: Date; payer: { name: string; iban: string }; transfers: readonly Transfer[] }

/** A file of SEPA credit transfers, pain.001.001.09 (ISO 20022), one payment block for each day of execution, in the EPC character set. */
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

const total = (transfers: readonly Transfer[]) => sepaEuros(totalCents(transfers))

const totalCents = (transfers: readonly Transfer[]): Cents => cents(transfers.reduce((all, { amountCents }) => all + amountCents, 0))

/** A file that was made: `madeBy` is the member of staff who made it by hand. */
type MadeFile = { messageId: string; payer: PainFile['payer']; transfers: readonly Transfer[]; now: Date; madeBy?: string }

/** Stores a file before it is sent, and returns its text. A repeat of a part of it, which the bank did not know, does not replace the whole. */
export async function keepPayoutFile(db: Connection, { messageId, payer, transfers, now, madeBy }: MadeFile): Promise<string> {
  const xml = painFile({
    messageId,
    createdAt: now,
    payer,
    transfers: transfers.toSorted((a, b) => (a.endToEndId < b.endToEndId ? -1 : 1)),
  })
  await db.run(sql`insert into payout_files as f (message_id, transfers, total_cents, xml, made_by, made_at)
    values (${messageId}, ${transfers.length}, ${totalCents(transfers)}, ${xml}, ${madeBy ?? null}, ${now})
    on conflict (message_id) do update set transfers = excluded.transfers, total_cents = excluded.total_cents, xml = excluded.xml
    where excluded.transfers >= f.transfers`)
  return xml
}
