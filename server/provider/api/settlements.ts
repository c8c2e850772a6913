import type { ProviderSettlementView } from '#contract/providerApi/money'
import { settlementColumns, settlementOf, type StoredSettlement } from '../../money/settlements/settlementRow.ts'
import type { ProviderHandler } from '../../platform/calls/providerHandler.ts'
import { hexOf } from '../../platform/calls/wire.ts'
import { inScope, sql } from '../../platform/database/sql.ts'
import { listChanged, type Read, readOneChanged } from './changes.ts'

const settlements: Read<StoredSettlement, ProviderSettlementView> = {
  kind: 'settlement',
  rows: (db, scope, ids) =>
    db.rows<StoredSettlement>(
      sql`select ${settlementColumns} from settlements s where ${inScope(scope, 's')} and s.id = any(${ids}::uuid[])`,
    ),
  view: (stored, { merchantId, mode }, changedAt) => {
    const { collectedOn: _, collectedBy: __, returned: ___, ...settlement } = settlementOf(stored)
    return { ...settlement, merchantId: hexOf(merchantId), mode, changedAt: changedAt.toISOString() }
  },
}

/** Live settlements of all shops in the order of their last change. */
export const providerSettlementList: ProviderHandler<'providerSettlementList'> = ({ db, services, query }) =>
  listChanged(db, services, settlements, { mode: 'live', ...query })

export const providerSettlement: ProviderHandler<'providerSettlement'> = ({ db, services, params }) =>
  readOneChanged(db, services, settlements, params.settlementId)
