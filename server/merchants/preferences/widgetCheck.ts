import { readPage, widgetFindingsOf, type WidgetFinding } from '#domain/sales/widget/widgetCheck'
import { sql } from '../../platform/database/sql.ts'
import { asking, type Asking, type Call, type Handler } from '../../platform/calls/call.ts'
import { Refusal } from '../../platform/calls/refusal.ts'

/** Somebody waits for it. */
const timeoutMs = 10_000
/** So many pages a minute may an account have read: nobody's tool against others. */
const mostAMinute = 12

/** Reads a page as a customer's browser would ask for it, and says what its widget lacks. Refuses with TooManyRequests. */
export const widgetCheck: Handler<'widgetCheck'> = asking(look, async ({ audit, scope, body }: Call<'widgetCheck'>, findings) => {
  audit({ entity: 'widget_check', entityId: scope.merchantId, after: { host: URL.parse(body.url)?.host ?? null } })
  return { findings }
})

async function look(call: Asking<'widgetCheck'>): Promise<WidgetFinding[]> {
  const { services, scope, body } = call
  await assertNotTooMany(call)
  const answer = await services.outbound.send({
    url: body.url,
    mode: scope.mode,
    method: 'GET',
    headers: { accept: 'text/html', 'user-agent': `${services.config.brand.name} WidgetCheck/1` },
    timeoutMs,
  })
  if ('failure' in answer) return [{ code: 'unreachable', level: 'error', about: answer.failure }]
  if (answer.status !== 200) return [{ code: 'unreachable', level: 'error', about: String(answer.status) }]
  const { hosts, publicUrl, brand } = services.config
  const scriptUrl = (hosts.providerScriptUrl || `${hosts.vendorApiUrl || publicUrl}/widget.js`)
    .replace(/\?.*$/, '')
    .replace(/([^:])\/{2,}/g, '$1/')
  const reading = readPage(answer.body, brand.vendor, scriptUrl, new URL(body.url).origin)
  const key = reading.scripts[0]?.key
  const open = key ? await services.keys.byToken(key) : null
  const keyWorks = open !== null && open.merchantId === scope.merchantId && open.mode === scope.mode && open.kind === 'public'
  return widgetFindingsOf(reading, { mode: scope.mode, keyWorks, cut: answer.cut })
}

async function assertNotTooMany({ services, caller, now }: Asking<'widgetCheck'>): Promise<void> {
  const row = await services.database.read(null, (db) =>
    db.first<{
      many: number
    }>(sql`select count(*)::integer as many from (select a.call, a.at from audit_entries a where a.account_id = ${caller.accountId}
      order by a.seq desc limit 200) l where l.call = 'widgetCheck' and l.at > ${new Date(now.getTime() - 60_000)}`),
  )
  if ((row?.many ?? 0) >= mostAMinute) throw new Refusal('TooManyRequests', { retryAfterSeconds: 60 })
}
