import type { Page } from '@playwright/test'
import { find, read, shopOf } from '../../e2e/api.ts'
import type { ScreenToSee } from '../../e2e/screens.ts'
import { type RouteRow, routeTable } from '../../web/platform/routes/routeTable.ts'

export type Mode = 'live' | 'sandbox'
type Values = Readonly<Record<string, string | undefined>>
type Item = { kind: string; key: string; object_id: string }

/** Visible only to others than the owner of a shop that sells. */
const ofOthers = /^(pending|rejected)Merchant$/
const isOfOwner = ({ needsLogin, redirects, onboarding, name }: RouteRow) => needsLogin && !redirects && !onboarding && !ofOthers.test(name)

/** The parameters of a shop's addresses; undefined if the mode has no such object. */
async function valuesOf(page: Page, merchantId: string, mode: Mode): Promise<(name: string) => Values> {
  const list = async <One extends { id: string }>(name: string) =>
    (await read<{ results: One[] }>(page, `/v2/merchants/${merchantId}/${name}`, mode)).results[0]?.id
  const { results: audiences } = await read<{ results: { uuid: string }[] }>(page, `/v2/merchants/${merchantId}/audiences`, mode)
  const { items } = await read<{ items: Item[] }>(page, `/v2/merchants/${merchantId}/inbox`, mode)
  const [approval, access] = ['refund_approval', 'access_request'].map((wanted) => items.find(({ kind }) => kind === wanted))
  const whole = await find(page, merchantId, 'substatus=payment_process', ({ refunded_amount: refunded }) => refunded === 0, { mode })
  const waiting = await find(page, merchantId, 'substatus=pending_merchant', (row) => row.status_reason === 'capture_required', { mode })
  const shared = {
    merchantId,
    operationId: whole.id,
    settlementId: await list('settlements'),
    campaignId: await list('campaigns'),
    invoiceId: await list('invoices'),
    uuid: audiences[0]?.uuid,
    view: 'product',
  }
  const own: Readonly<Record<string, Values>> = {
    operationCapture: { operationId: waiting.id },
    operationApproval: { operationId: approval?.object_id, requestId: approval?.key.split(':')[1] },
    accessRequest: { requestId: access?.object_id },
  }
  return (name) => ({ ...shared, ...own[name] })
}

/** `{name}` with its value, `{name?}` also without; undefined if a value is missing. */
function addressOf(path: string, values: Values): string | undefined {
  const parts = path.split('/').flatMap((part) => {
    const [, name, optional] = /^\{(\w+)(\?)?\}$/.exec(part) ?? []
    if (name === undefined) return [part]
    return values[name] === undefined && optional ? [] : [values[name]]
  })
  return parts.includes(undefined) ? undefined : parts.join('/')
}

/** Every route that the owner of a shop can open, with the first object of each kind; in test mode only those of shops. */
export async function routeScreens(page: Page, mode: Mode): Promise<ScreenToSee[]> {
  const { id } = await shopOf(page)
  const valuesFor = await valuesOf(page, id, mode)
  const rows = (routeTable as readonly RouteRow[]).filter(
    (row) => isOfOwner(row) && (mode === 'live' || row.path.startsWith('/merchants/')),
  )
  return rows.flatMap(({ name, path }) => {
    const address = addressOf(path, valuesFor(name))
    if (address !== undefined) return [{ name, path: address }]
    if (mode === 'live') throw new Error(`no object for route parameter ${name}`)
    return []
  })
}
