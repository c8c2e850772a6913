import { randomUUID } from 'node:crypto'
import type { Mode } from '../../platform/database/scope.ts'
import { ids, type Persona } from '../testFixture.ts'
import type { TestServer } from '../testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'

export const workNow = new Date('2026-11-22T12:00:00Z')
export const minutes = (count: number): Date => new Date(workNow.getTime() + count * 60_000)
const hour = 60

type Columns = Record<string, unknown>
const usual = {
  merchant_id: ids.merchantA1,
  mode: 'live' as Mode,
  substatus: 'pending_merchant',
  status_reason: 'confirmation_required',
  channel: 'online',
  product: 'pay_later',
  capture_mode: 'manual',
  total_cents: 12_000,
  num_instalments: 1,
  tin_bps: 0,
  tae_bps: 0,
  fee_bps: 290,
  fee_fixed_cents: 30,
  vat_bps: 2100,
  reference_tin_bps: 1999,
  first_name: 'Óscar',
  last_name: 'Valdés',
  email: 'oscar@valdes.test',
  search_text: 'oscar valdes',
  created_at: minutes(-hour),
}

/** Writes rows as the owner of the tables; inbox items are derived from them. */
export function workRows(server: TestServer) {
  const put = async (table: string, columns: Columns) => {
    const names = Object.keys(columns)
    await server.ownerSql(
      `insert into ${table} (${names.join(', ')}) values (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
      Object.values(columns),
    )
  }
  const operation = async (columns: Columns = {}): Promise<string> => {
    const id = randomUUID()
    await put('operations', { ...usual, confirm_by: minutes(5 * hour), ...columns, id })
    return id
  }
  const inShop = { merchant_id: ids.merchantA1, mode: 'live' }
  return {
    put,
    operation,
    /** An order whose capture window ends in so many minutes. */
    capture: (inMinutes: number, columns: Columns = {}) =>
      operation({
        status_reason: 'capture_required',
        confirm_by: null,
        confirmed_at: minutes(-2 * hour),
        capture_by: minutes(inMinutes),
        ...columns,
      }),
    /** A link sent so many minutes ago that expires in two hours. */
    async link(sentMinutesAgo: number, columns: Columns = {}): Promise<string> {
      const id = await operation({
        substatus: 'pending_customer',
        status_reason: 'in_process',
        channel: 'in_store',
        confirm_by: null,
        expires_at: minutes(2 * hour),
        ...columns,
      })
      await put('checkouts', {
        ...inShop,
        id: randomUUID(),
        operation_id: id,
        submit_type: 'user',
        created_by: '01900000-0000-7000-8000-0000000001a3',
        created_at: minutes(-sentMinutesAgo),
      })
      return id
    },
    /** A link that expired so many minutes ago and whose customer has asked for another one since; the checkout's id. */
    async askedLink(minutesAgo: number, columns: Columns = {}): Promise<string> {
      const id = randomUUID()
      const operation_id = await operation({
        substatus: 'stopped_customer',
        status_reason: 'expired',
        confirm_by: null,
        ended_at: minutes(-minutesAgo),
      })
      await put('checkouts', {
        ...inShop,
        id,
        operation_id,
        submit_type: 'user',
        another_link_asked_at: minutes(-minutesAgo),
        created_at: minutes(-minutesAgo - hour),
        ...columns,
      })
      return id
    },
    event: (operationId: string, event: string, columns: Columns = {}) =>
      put('operation_events', { ...inShop, operation_id: operationId, seq: 9, at: minutes(-10), event, actor: 'merchant', ...columns }),
  }
}

type By = { as?: Persona; mode?: Mode; merchant?: string }

/** The inbox calls of one member in one shop and mode. */
export function inboxCalls(server: TestServer, { as = 'editorA', mode = 'live', merchant = hexOf(ids.merchantA1) }: By = {}) {
  const here = { as, mode, params: { merchantId: merchant } } as const
  return {
    list: () => server.call('inboxList', here),
    keys: async () => (await server.call('inboxList', here)).body.items.map(({ key }) => key),
    assign: (key: string, userId: string | null) => server.call('inboxAssign', { ...here, body: { key, userId } }),
    snooze: (key: string, snooze: 'hour' | 'tomorrow' | 'monday' | null) => server.call('inboxSnooze', { ...here, body: { key, snooze } }),
    check: (key: string) => server.call('inboxCheck', { ...here, body: { key } }),
  }
}
