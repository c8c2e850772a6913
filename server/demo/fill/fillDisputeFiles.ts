import type pg from 'pg'
import { demoPdf } from '../demoPdf.ts'

/** Gives each dispute that its shop has answered a delivery note as evidence. After the rows, on the owner's connection. */
export async function fillDisputeFiles(client: pg.Client, merchantIds: readonly string[]): Promise<void> {
  const bytes = demoPdf(['ALBARÁN DE ENTREGA', 'Firmado por el cliente', 'Documento de la demostración, sin valor'])
  await client.query(
    `with answered as (
       select d.*, m.account_id, md5('evidence ' || d.id)::uuid as upload_id from card_disputes d join merchants m on m.id = d.merchant_id
       where d.merchant_id = any($1) and d.answer = 'evidence'
     ), stored as (
       insert into uploads (id, account_id, user_id, purpose, file_name, media_type, bytes, sha256, created_at)
       select upload_id, account_id, answered_by, 'dispute', 'albaran-firmado.pdf', 'application/pdf', $2::bytea, sha256($2::bytea), answered_at from answered
     )
     insert into dispute_files (merchant_id, mode, id, dispute_id, kind, upload_id, file_name, media_type, bytes, uploaded_at, uploaded_by)
     select merchant_id, mode, upload_id, id, 'delivery', upload_id, 'albaran-firmado.pdf', 'application/pdf', octet_length($2::bytea), answered_at, answered_by from answered`,
    [merchantIds, bytes],
  )
}
