import { formatDate, formatDateTime } from '#domain/platform/dates'
import { groupIban } from '#domain/money/iban'
import type { Handler } from '../../platform/calls/call.ts'
import { text } from '../../platform/calls/messages.ts'
import { recordReading } from '../../platform/calls/recordReading.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { ink, type Letterhead, openPdf, paper, rule, write, writeAll, writeHead } from '../../platform/files/pdfWriter.ts'
import { paragraph, part } from '../../platform/files/pdfStructure.ts'
import { readMandate, type StoredMandate } from './readMandate.ts'

const width = paper.right - paper.left
const wordWidth = 190

/** A mandate as a PDF with the fields of the SDD Core Rulebook (annex VII), in its order; the same bytes for the same mandate and brand. */
async function* mandatePdf(mandate: StoredMandate, letterhead: Letterhead): AsyncGenerator<Uint8Array> {
  const { doc, end } = await openPdf({
    title: text('debits.file.title', { reference: mandate.reference }),
    author: mandate.creditor_name,
    createdAt: mandate.signed_at,
  })
  doc.addPage()
  let y = writeHead(doc, { issuer: mandate.creditor_name, letterhead })
  doc.fillColor(ink.dark).font('bold').fontSize(18)
  y += part(doc, 'H1', () => writeAll(doc, text('debits.file.heading'), paper.left, y, width, 23)) + 12
  doc.fontSize(10)
  for (const [name, value] of factsOf(mandate)) {
    y += paragraph(doc, () => {
      write(doc.font('regular').fillColor(ink.grey), text(`debits.file.${name}`), paper.left, y, wordWidth)
      return writeAll(doc.fillColor(ink.dark), value, paper.left + wordWidth, y, width - wordWidth) + 6
    })
  }
  y += 8
  rule(doc, y)
  y += 14
  y += writeAll(doc.font('regular').fillColor(ink.dark), mandate.wording, paper.left, y, width) + 20
  y += writeAll(
    doc,
    text('debits.file.signed', { name: mandate.signer_name, when: formatDateTime(mandate.signed_at) }),
    paper.left,
    y,
    width,
  )
  if (mandate.ended_at !== null || mandate.state !== 'standing') {
    doc.font('bold')
    writeAll(
      doc,
      text(`debits.file.${mandate.state}`, { date: mandate.ended_at ? formatDate(mandate.ended_at) : '' }),
      paper.left,
      y + 10,
      width,
    )
  }
  yield* await end()
}

const factsOf = (mandate: StoredMandate) =>
  [
    ['reference', mandate.reference],
    ['creditorId', mandate.creditor_id],
    ['creditorName', mandate.creditor_name],
    ['creditorAddress', mandate.creditor_address],
    ['debtorName', mandate.debtor_name],
    ['iban', groupIban(mandate.iban)],
    ['kind', text('debits.file.recurrent')],
    ['placeAndDay', `${mandate.place}, ${formatDate(mandate.signed_at)}`],
  ] as const

/** Downloads the signed mandate as a PDF. Audited, because it holds a full IBAN. */
export const mandateDownload: Handler<'mandateDownload'> = async ({ services, scope, caller, params, ip, requestId }) => {
  const id = idFrom(params.mandateId)
  const stored = await services.database.write(scope, async (db) => {
    const mandate = await readMandate(db, scope, id)
    if (mandate)
      await recordReading(db, { caller, scope, ip, requestId }, 'mandateDownload', {
        entity: 'debit_mandate',
        entityId: id,
        after: { reference: mandate.reference },
      })
    return mandate
  })
  if (!stored) throw notFound(params.mandateId)
  return {
    download: mandatePdf(stored, services.config.brand),
    fileName: text('debits.file.name', { reference: stored.reference }),
    mediaType: 'application/pdf',
  }
}
