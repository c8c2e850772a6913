import type { ProviderSettlementView } from '#contract/providerApi/money'
import { settlementColumns, settlementOf, type StoredSettlement } from '../../money/settlements/settlementRow.ts'
import type { Services } from '../../platform/calls/call.ts'
import type { ProviderHandler } from '../../platform/calls/providerHandler.ts'
import { idFrom, notFound } from '../../platform/calls/refusal.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { mintScope } from '../../platform/database/scope.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { type Changed, readChange, readChanges } from './changes.ts'

/** The settlements of changes, each read within its shop's scope, in their order. */
async function readSettlements({ database }: Services, changes: readonly Changed[]): Promise<ProviderSettlementView[]> {
  const found = new Map<string, StoredSettlement>()
  for (const of of Map.groupBy(changes, ({ merchantId }) => merchantId).values()) {
    const [first] = of
    if (!first?.merchantId || !first.mode) continue
    const scope = mintScope(first.merchantId, first.mode)
    const ids = of.map(({ id }) => id)
    const rows = await database.read(scope, (db) =>
      db.rows<StoredSettlement>(
        sql`select ${settlementColumns} from settlements s where ${inScope(scope, 's')} and s.id = any(${ids}::uuid[])`,
      ),
    )
    for (const row of rows) found.set(row.id, row)
  }
  return changes.flatMap((change) => {
    const stored = found.get(change.id)
    return stored ? [viewOf(stored, change)] : []
  })
}

function viewOf(stored: StoredSettlement, { merchantId, mode, changedAt }: Changed): ProviderSettlementView {
  const { collectedOn: _, collectedBy: __, returned: ___, ...settlement } = settlementOf(stored)
  return { ...settlement, merchantId: hexOf(merchantId ?? ''), mode: mode ?? 'live', changedAt: changedAt.toISOString() }
}

/** Live settlements of all shops in the order of their last change. */
export const providerSettlementList: ProviderHandler<'providerSettlementList'> = async ({ db, services, query }) => {
  const { changes, next } = await readChanges(db, { kind: 'settlement', mode: 'live', ...query })
  return { results: await readSettlements(services, changes), next }
}

export const providerSettlement: ProviderHandler<'providerSettlement'> = async ({ db, services, params }) => {
  const change = await readChange(db, 'settlement', idFrom(params.settlementId))
  const [settlement] = change ? await readSettlements(services, [change]) : []
  if (!settlement) throw notFound(params.settlementId)
  return settlement
}
