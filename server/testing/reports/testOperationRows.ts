import { trigrams } from '#domain/sales/operations/search'
import type { Mode } from '../../platform/database/scope.ts'
import type { TestServer } from '../testServices.ts'

/** Writes operations of January 2026 for reports, a minute apart: of 10,00 €, each a cent more than the last; every third one rejected. */
export async function testOperationRows(
  server: Pick<TestServer, 'ownerSql'>,
  { merchantId, mode, many }: { merchantId: string; mode: Mode; many: number },
): Promise<void> {
  await server.ownerSql(
    `insert into operations (merchant_id, mode, id, mid, substatus, channel, product, capture_mode, total_cents, num_instalments, tin_bps, tae_bps, fee_bps,
       fee_fixed_cents, vat_bps, reference_tin_bps, first_name, last_name, email, search_text, created_at)
     select $1, $2::mode, gen_random_uuid(), case n when 0 then '=HYPERLINK("http://malo.test")' else 'P-' || n end,
       case when n % 3 = 2 then 'rejected' else 'payment_process' end, case when n % 2 = 0 then 'online' else 'phone' end, 'instalments', 'automatic', 1000 + n, 3, 0, 0, 0, 0, 0, 0,
       'Ana', case when n % 5 = 0 then 'Íñiguez' else 'Ruiz' end, case when n % 4 = 0 then 'correo.test@x.test' else 'c@y.test' end,
       case when n % 5 = 0 then 'ana iniguez' else 'ana ruiz' end, timestamptz '2026-01-10 10:00Z' + n * interval '20 minutes'
     from generate_series(0, $3::integer - 1) n`,
    [merchantId, mode, many],
  )
  // As the product writes them: the search terms of names.
  for (const searchText of ['ana iniguez', 'ana ruiz'])
    await server.ownerSql(
      `insert into operation_trigrams (merchant_id, mode, operation_id, created_at, grams) select merchant_id, mode, id, created_at, $4 from operations
         where merchant_id = $1 and mode = $2::mode and search_text = $3`,
      [merchantId, mode, searchText, trigrams(`${merchantId}:${mode}`, searchText)],
    )
}
