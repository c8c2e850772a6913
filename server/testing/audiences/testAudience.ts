import { createHash } from 'node:crypto'
import type { BodyInput, QueryInput } from '#contract/platform/endpoint'
import type { Api } from '#contract/index'
import type { IdentifierType } from '#domain/sales/campaigns/audience'
import { memberText } from '#domain/sales/campaigns/audienceIdentifier'
import type { Mode } from '../../platform/database/scope.ts'
import { ids, type Persona } from '../testFixture.ts'
import type { TestServer } from '../testServices.ts'
import { hexOf } from '../../platform/calls/wire.ts'

export const merchantId = hexOf(ids.merchantA1)

/** The body that a browser sends for people: the hashes of their normalised identifiers, concatenated. */
export const digests = (members: readonly string[], type: IdentifierType = 'email'): Buffer =>
  Buffer.concat(members.map((member) => createHash('sha256').update(memberText(type, member)).digest()))
/** The hash of one, in the format of the member check. */
export const digest = (member: string, type: IdentifierType = 'email'): string => digests([member], type).toString('hex')

/** So many addresses, from `first` on. */
export const addresses = (count: number, first = 0): string[] =>
  Array.from({ length: count }, (_, nth) => `cliente${first + nth}@mora.test`)

let names = 0
/** A unique audience name. */
export const freshName = () => `Audiencia ${(names += 1)}`

export type By = { as?: Persona; mode?: Mode; merchant?: string }
type Wish = Partial<BodyInput<Api['audienceCreate']>>

/** The audience calls of one member in one shop and mode. */
export function audienceCalls(server: TestServer, { as = 'adminA', mode = 'live', merchant = merchantId }: By = {}) {
  const here = { as, mode, params: { merchantId: merchant } } as const
  const at = (uuid: string) => ({ as, mode, params: { merchantId: merchant, uuid } }) as const
  return {
    list: (query: QueryInput<Api['audienceList']> = {}) => server.call('audienceList', { ...here, query }),
    names: () => server.call('audienceNames', here),
    preview: (query: QueryInput<Api['audiencePreview']>) => server.call('audiencePreview', { ...here, query }),
    view: (uuid: string) => server.call('audienceDetail', at(uuid)),
    create: (members: Uint8Array, wish: Wish = {}) =>
      server.call('audienceCreate', {
        ...here,
        file: { name: 'members', bytes: members },
        body: { name: freshName(), identifierType: 'email', basis: 'consent', rows: 30, duplicates: 0, invalid: 0, ...wish },
      }),
    fromOperations: (
      filters: BodyInput<Api['audienceFromOperations']>['filters'] = {},
      wish: { identifierType?: IdentifierType; name?: string } = {},
    ) =>
      server.call('audienceFromOperations', {
        ...here,
        body: { name: freshName(), identifierType: 'email', basis: 'legitimate_interest', filters, ...wish },
      }),
    async rename(uuid: string, name: string) {
      const { revision = 0 } = (await this.view(uuid)).body
      return server.call('audienceRename', { ...at(uuid), body: { name, revision } })
    },
    refresh: (uuid: string) => server.call('audienceRefresh', at(uuid)),
    erase: (uuid: string) => server.call('audienceErase', at(uuid)),
    contains: (uuid: string, member: string, key?: string) =>
      server.call('audienceContains', { ...at(uuid), body: { member }, ...(key === undefined ? {} : { key }) }),
    overlap: (uuid: string, other?: string) =>
      server.call('audienceOverlap', { ...at(uuid), query: other === undefined ? {} : { with: other } }),
    /** An audience of addresses that is ready. */
    async ready(members: readonly string[], wish: Wish = {}): Promise<string> {
      const { status, raw, body } = await this.create(digests(members, wish.identifierType), wish)
      if (status !== 201) throw new Error(raw)
      await server.runClock()
      return body.uuid
    },
  }
}

type Sold = {
  email: string
  phone?: string | null
  document?: string | null
  captured?: boolean
  at?: Date
  channel?: string
  mode?: Mode
  merchant?: string
}

/** Writes operations of customers, sold or refused; without the ledger rows that other tests check. */
export async function sell(server: TestServer, sold: readonly Sold[]): Promise<void> {
  const column = (of: (one: Sold) => unknown) => sold.map(of)
  await server.ownerSql(
    `insert into operations (merchant_id, mode, id, substatus, status_reason, channel, product, capture_mode, total_cents, captured_cents, num_instalments, tin_bps, tae_bps,
      fee_bps, fee_fixed_cents, vat_bps, reference_tin_bps, first_name, last_name, email, phone, document_number, search_text, created_at)
    select m, mode::mode, gen_random_uuid(), case when captured then 'payment_process' else 'rejected' end, case when captured then null else 'ko_generic' end, channel, 'instalments',
      'automatic', 60000, case when captured then 60000 else 0 end, 6, 1999, 2192, 250, 30, 2100, 1999, 'Ana', 'Mora', email, phone, document, 'ana mora ' || email, at
    from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::timestamptz[]) s (m, mode, channel, email, phone, document, captured, at)`,
    [
      column(({ merchant = ids.merchantA1 }) => merchant),
      column(({ mode = 'live' }) => mode),
      column(({ channel = 'online' }) => channel),
      column(({ email }) => email),
      column(({ phone = null }) => phone),
      column(({ document = null }) => document),
      column(({ captured = true }) => captured),
      column(({ at = server.services.now() }) => at),
    ],
  )
}
