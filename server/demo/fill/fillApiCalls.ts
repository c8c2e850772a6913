import type pg from 'pg'
import { idOf } from '../accounts.ts'
import { bigShopName } from '../personas.ts'

const hourMs = 3_600_000
const hours = 7 * 24
/** The instant of `idOf` without a place. */
const firstIdMs = Date.UTC(2025, 0, 1)

type Sample = { call: string; method: string; path: string; url: string; body?: string; status: number; error?: string }

/** As the log stores it. */
const order =
  '{"merchant":{"notification_url":"https://muebles.example/avisos"},"order":{"id":"WEB-8841","total_amount":"129,90","currency":"EUR"},"customer":{"phone":"•••••••••","first_name":"•••••"}}'
const successes: readonly Sample[] = [
  { call: 'checkoutStatus', method: 'GET', path: '/checkout/{id}/status', url: `/checkout/${'3f'.repeat(16)}/status`, status: 200 },
  { call: 'operationView', method: 'GET', path: '/orders/{ref}', url: '/orders/WEB-8812', status: 200 },
  { call: 'operationList', method: 'GET', path: '/orders', url: '/orders?status=ok&page=1', status: 200 },
  {
    call: 'operationRefund',
    method: 'POST',
    path: '/orders/{ref}/refund',
    url: '/orders/WEB-8790/refund',
    body: '{"amount":4500}',
    status: 200,
  },
]
const errors: readonly Sample[] = [
  {
    call: 'checkoutCreate',
    method: 'POST',
    path: '/checkout',
    url: '/checkout',
    body: order,
    status: 400,
    error: 'ApiValidationException',
  },
  { call: 'operationView', method: 'GET', path: '/orders/{ref}', url: '/orders/WEB-8813', status: 404, error: 'ObjectNotFoundException' },
]
/** Every ninth call has one of the errors, in turns. */
const sampleOf = (nth: number): Sample => (nth % 9 === 8 ? errors[Math.floor(nth / 9) % 2] : successes[nth % 4]) as Sample // as many as there are

const answerOf = (error: string, request: string): string =>
  JSON.stringify({
    error:
      error === 'ApiValidationException'
        ? {
            type: error,
            message: 'Revisa los campos marcados: hay datos que no valen.',
            fields: { 'order.total_amount': ['El formato no es correcto.'] },
            request_id: request,
          }
        : { type: error, message: 'No existe.', fields: { uuid: 'WEB-8813' }, request_id: request },
  })

/** A week of calls of the demo's big shop, in its log and its counters. After the keys, on the owner's connection. */
export async function fillApiCalls(client: pg.Client, now: Date): Promise<void> {
  const { rows } = await client.query<{ merchant_id: string; key_id: string }>(
    `select m.id as merchant_id, k.id as key_id from merchants m join api_keys k on k.merchant_id = m.id and k.mode = 'live' and k.kind = 'private' and k.revoked_at is null
     where m.name = $1 order by k.created_at desc limit 1`,
    [bigShopName],
  )
  const [shop] = rows
  if (!shop) return
  const calls = Array.from({ length: hours }, (_, nth) => {
    const sample = sampleOf(nth)
    const at = new Date(now.getTime() - nth * hourMs)
    const request = idOf(`api call request ${nth}`)
    const answer = sample.error === undefined ? null : answerOf(sample.error, request)
    return { ...sample, id: idOf(`api call ${nth}`, at.getTime() - firstIdMs), request, answer, at, ms: 8 + ((nth * 7) % 40) }
  })
  await client.query(
    `insert into api_calls (merchant_id, mode, id, request_id, key_id, called_at, call, method, path, url, status, error_type, ms, request_bytes, request_body, answer)
     select $1, 'live', c.id, c.request, $2, c.at, c.call, c.method, c.path, c.url, c.status, c.error, c.ms, coalesce(length(c.body), 0), c.body, c.answer
     from json_to_recordset($3::json) as c (id uuid, request uuid, at timestamptz, call text, method text, path text, url text, status int, error text, ms int, body text, answer text)`,
    [shop.merchant_id, shop.key_id, JSON.stringify(calls)],
  )
  await client.query(
    `insert into api_call_hours (merchant_id, mode, hour, key_id, call, method, status, error_type, calls)
     select merchant_id, mode, date_trunc('hour', called_at), key_id, call, method, status, coalesce(error_type, ''), count(*)::int
     from api_calls where merchant_id = $1 and mode = 'live' group by 1, 2, 3, 4, 5, 6, 7, 8`,
    [shop.merchant_id],
  )
}
